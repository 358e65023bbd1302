import { articleCalls } from '@yikao/model/contexts/content/article.calls.ts';
import { siteKey as siteKeys } from '@yikao/model/contexts/shared/shared.codes.ts';
import type { SiteKey } from '@yikao/model/contexts/system/website.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '../../engine/http/handle.ts';
import { previewTokens } from '../content/article/preview-token.ts';
import { readDraft } from './content/article-content.ts';
import { articlePage } from './pages/article-pages.ts';
import { framed } from './pages/frame.ts';
import { html } from './serving/html.ts';
import type { Portal } from './serving/portal.ts';
import { builtIn, type Site } from './serving/sites.ts';

/**
 * The sources that a preview may load: our styles, pictures and videos, and nothing that runs. Only our own pages may
 * frame it. A draft may still have pictures of other sites.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "media-src 'self' https: http:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  // Without scripts, the origin is of use to nobody but the page: its own pictures and styles are given to no other.
  'sandbox allow-same-origin allow-popups',
].join('; ');

/** The site with a key; one that is not set up yet is shown with the name of its product. */
async function siteWith({ sites }: Portal, siteKey: SiteKey): Promise<Site> {
  const known = await sites.withKey(siteKey);
  if (known) return known;
  const title = codeItem(siteKeys, siteKey)?.label.zh ?? siteKey;
  return { ...builtIn, siteKey, title, shortTitle: title, name: title };
}

/**
 * The preview of an article by its link: the page as the readers of the site would see it, of the version that the link
 * was made for and no other, so that nobody approves a text that has changed since. Throws `previewOver` without a link
 * that still opens.
 */
export function previewRoutes(app: FastifyInstance, portal: Portal): void {
  const { engine } = portal;
  handle(app, articleCalls.previewPage, async ({ reply, query: { token } }) => {
    const what = previewTokens.open(engine, token);
    const draft = what && (await readDraft(engine.db, what.articleId, what.version));
    if (!draft) throw failure('previewOver');
    const page = articlePage(await siteWith(portal, what.siteKey), draft, []);
    const main = html`<p class="preview" role="note">预览 · 内容尚未公开，请勿转发</p>${page.main}`;
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('x-robots-tag', 'noindex')
        // The stores of other sites refuse pictures to pages that are not theirs.
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'private, no-store')
        .send(framed({ ...page, main, hidden: true, share: undefined }))
    );
  });
}
