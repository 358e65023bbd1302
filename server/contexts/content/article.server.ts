import { pathOf } from '@yikao/model/calls/call.ts';
import { articleCalls } from '@yikao/model/contexts/content/article.calls.ts';
import { articleOrigin } from '@yikao/model/contexts/content/content.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import type { Query } from '../../engine/read/filters.ts';
import { findRow, info } from '../../engine/read/info.ts';
import { page } from '../../engine/read/page.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { previewTokens } from './article/preview-token.ts';
import { publishStateOf } from './article/public-articles.ts';
import { plainSourceUrl } from './article/source-url.ts';
import { listVersions, readVersion, restoreVersion } from './article/versions.ts';
import { readOfficialPage } from './official/read-page.ts';
import { postPictures } from './pictures/bring-pictures.ts';

const originIs = codesOf(articleOrigin);

const { article } = registry;

/**
 * Server side of articles: their place and source, the specification's addresses, versions and previews, and
 * the pictures of other sites, which are brought in after each save (domain L1).
 */
export const articleServer = defineServer(article, {
  expressions: {
    publishState: alias => publishStateOf(alias),
    origin: alias => sql`(case when exists (select 1 from t_official_article as inbox
      where inbox.article_id = ${column(alias, 'article_id')} and not inbox.deleted) then ${originIs.official}
      when exists (select 1 from t_crawler_result as found
      where found.article_id = ${column(alias, 'article_id')} and not found.deleted) then ${originIs.crawled}
      else ${originIs.written} end)::smallint`,
  },
  reads: ['sourceUrl'],
  normalise: ({ sourceUrl }) => (sourceUrl ? { sourceUrl: plainSourceUrl(sourceUrl) } : {}),
  on: {
    'article.add': (engine, db, { rows }) => postPictures(engine, db, rows),
    'article.update': async (engine, db, { rows, by }) => {
      // The product itself has just brought in what could be.
      if (by.actor.elevated !== true) await postPictures(engine, db, rows);
    },
    'article.restore': (engine, db, { rows }) => postPictures(engine, db, rows),
  },
  routes(app, engine) {
    handle(app, articleCalls.list, ({ actor, body }) =>
      page(engine, seenBy(article, actor), actor, body as Query),
    );
    handle(app, articleCalls.one, ({ actor, query }) =>
      info(engine, seenBy(article, actor), actor, query.articleId),
    );
    handle(app, articleCalls.parse, ({ actor, query }) => readOfficialPage(engine, actor, query.url));
    handle(app, articleCalls.versions, ({ actor, query }) => listVersions(engine, actor, query.articleId));
    handle(app, articleCalls.version, ({ actor, query }) =>
      readVersion(engine, actor, query.articleId, query.version),
    );
    handle(app, articleCalls.restore, async ({ actor, body }) => {
      await restoreVersion(engine, actor, body);
      return undefined;
    });
    handle(app, articleCalls.preview, async ({ actor, body: { articleId, siteKey } }) => {
      const row = await findRow(engine, engine.db, article, actor, articleId);
      if (!row) throw failure('notFound');
      const token = previewTokens.make(
        engine,
        { articleId, version: row.version, siteKey },
        limits.previewMs,
      );
      const url = `${pathOf(articleCalls.previewPage)}?${new URLSearchParams({ token })}`;
      return { url, seconds: limits.previewMs / 1_000 };
    });
  },
});
