import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { addWithin } from '../../../engine/write/save.ts';
import { postCover } from '../pictures/bring-pictures.ts';
import { plainSourceUrl } from './source-url.ts';

const { article } = registry;

/** A text that came from outside, to become a draft. */
export interface OutsideText {
  readonly title: string;
  readonly columnId: number;
  readonly author?: string | null;
  readonly sourceName?: string | null;
  /** Address of the original. */
  readonly sourceUrl?: string | null;
  readonly summary?: string | null;
  /** Address of its cover at its site; the picture is brought in afterwards. */
  readonly coverUrl?: string | null;
  /** HTML, sanitised when it is saved. */
  readonly content: string;
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  readonly publishTime?: string | null;
  readonly schoolIds?: readonly number[];
  readonly provinceIds?: readonly number[];
}

/** The article of an original within the actor's reach, not in the trash; undefined if there is none. */
export async function findBySource(
  engine: Engine,
  db: Db,
  actor: Actor,
  sourceUrl: string,
): Promise<{ articleId: number; title: string } | undefined> {
  const found = await sql<Columns<typeof article, 'articleId' | 'title'>>`
    select d.article_id, d.title from t_article as d
    where d.source_url = ${plainSourceUrl(sourceUrl).slice(0, limits.path)} and not d.deleted
      and ${scopeCondition(engine.dataset(article.name), actor, 'd')}
    order by d.article_id limit 1`.execute(db);
  return found.rows[0];
}

const clipped = (text: string | null | undefined, most: number) => text?.slice(0, most) || null;

/**
 * Makes a draft of a text that came from outside, as if the actor had added it, or finds the article that was made of
 * the same original before. Texts that are too long for their fields are cut. The draft's pictures of other sites are
 * brought in afterwards. Throws as adding an article does: `forbidden`, `duplicate`, `invalidFields`.
 */
export async function draftArticle(
  engine: Engine,
  db: Tx,
  actor: Actor,
  text: OutsideText,
): Promise<{ readonly articleId: number; readonly known: boolean }> {
  const sourceUrl = text.sourceUrl ? plainSourceUrl(text.sourceUrl) : null;
  const known = sourceUrl === null ? undefined : await findBySource(engine, db, actor, sourceUrl);
  if (known) return { articleId: known.articleId, known: true };
  const articleId = await addWithin(engine, db, article, actor, {
    title: text.title.slice(0, limits.title),
    columnId: text.columnId,
    author: clipped(text.author, limits.shortName),
    sourceName: clipped(text.sourceName, limits.name),
    // An address that is cut would lead nowhere.
    sourceUrl: sourceUrl !== null && sourceUrl.length <= limits.path ? sourceUrl : null,
    summary: clipped(text.summary, limits.path),
    content: text.content,
    publishTime: text.publishTime ?? null,
    schoolIds: text.schoolIds ?? [],
    provinceIds: text.provinceIds ?? [],
  });
  if (text.coverUrl) await postCover(engine, db, articleId, text.coverUrl);
  return { articleId, known: false };
}
