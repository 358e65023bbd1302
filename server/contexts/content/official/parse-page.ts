import { failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { readChinaTime, readShanghai } from '@yikao/model/rules/times.ts';
import { DomUtils, Parser, parseDocument } from 'htmlparser2';
import { sanitiseHtml } from '../../../engine/write/sanitise.ts';
import { plainSourceUrl } from '../article/source-url.ts';

/** A page of an official account as it was read; pictures still have the vendor's addresses. */
export interface OfficialPageParts {
  readonly title: string;
  readonly author: string | null;
  readonly sourceName: string | null;
  readonly sourceUrl: string;
  /** Address of the cover. */
  readonly cover: string | null;
  readonly summary: string | null;
  /** Sanitised HTML. */
  readonly content: string;
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  readonly publishTime: string | null;
}

type Document = ReturnType<typeof parseDocument>;
type Element = NonNullable<ReturnType<typeof DomUtils.getElementById>>;

/** Pages that are no article, by what they say. */
const others: readonly (readonly [RegExp, Label])[] = [
  [
    /该内容已被发布者删除|内容已被发布者删除|The content has been deleted by the author/i,
    label('这篇文章已被公众号删除', 'The account has deleted this article'),
  ],
  [
    /此内容因违规无法查看|内容因违规|该公众号已被封禁|此账号已被屏蔽|涉嫌违反相关法律法规/,
    label('这篇文章因违规已无法查看', 'The article was taken down for breaking the rules'),
  ],
  [
    /该公众号已迁移|此公众号已迁移/,
    label('该公众号已迁移，请使用迁移后的文章链接', 'The account has moved: use the link of its new article'),
  ],
  [
    /当前环境异常|环境异常|wappoc_appmsgcaptcha|secitptpage\/verify/,
    label(
      '微信要求验证，暂时无法读取；请稍后再试，或从微信中复制正文粘贴',
      'WeChat asks for a verification; try again later, or paste the text from WeChat',
    ),
  ],
];

const noArticle = label('这个链接不是公众号文章，请检查链接', 'The link leads to no article; check it');

/** Most elements within one another: what reads and writes the tree goes down one call for each. */
const mostNested = 1_000;

const tooNested = label(
  `这篇文章的排版嵌套超过 ${mostNested} 层，无法读取；请从微信中复制正文，以纯文本粘贴`,
  `The article nests more than ${mostNested} elements and cannot be read; copy its text from WeChat and paste it as plain text`,
);

/** Reports whether a page nests elements deeper than can be read, without building its tree. */
function isTooNested(html: string): boolean {
  let [depth, deepest] = [0, 0];
  const parser = new Parser({
    onopentag() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return deepest > mostNested;
}

/** Parts of a page that are no text: what runs, what asks for something, what the vendor's app draws. */
const dropped = new Set([
  ...[
    'script',
    'style',
    'iframe',
    'form',
    'button',
    'select',
    'textarea',
    'input',
    'object',
    'embed',
    'link',
  ],
  ...[
    'mp-common-profile',
    'mpprofile',
    'mpvoice',
    'mp-common-mpaudio',
    'mp-common-videosnap',
    'mp-miniprogram',
  ],
]);

/**
 * Reads the page of an article of an official account: title, author, account, cover, summary, time and text. Scripts,
 * forms and pictures that only count readers are gone, pictures that load late have their addresses.
 * @throws AppError `notAnOfficialPage` with what the page says instead: deleted, taken down, moved, to be verified;
 * and for one whose elements are nested too deep.
 */
export function parseOfficialPage(html: string, url: string): OfficialPageParts {
  if (isTooNested(html))
    throw failure('notAnOfficialPage', { params: { zh: tooNested.zh, en: tooNested.en } });
  const document = parseDocument(html);
  const meta = metasOf(document);
  const title = firstOf(meta('og:title'), textById(document, 'activity-name'), scriptText(html, 'msg_title'));
  const content = contentOf(document, html);
  if (title === null || content === null) throw notAnArticle(html);
  return {
    title: title.slice(0, limits.title),
    author: clipped(
      firstOf(meta('og:article:author'), meta('author'), textById(document, 'js_author_name')),
      limits.shortName,
    ),
    sourceName: clipped(
      firstOf(textById(document, 'js_name'), scriptText(html, 'nickname'), meta('og:site_name')),
      limits.name,
    ),
    sourceUrl: plainSourceUrl(meta('og:url') ?? url),
    cover: addressOf(firstOf(scriptText(html, 'msg_cdn_url'), meta('og:image'), meta('twitter:image'))),
    summary: clipped(
      firstOf(meta('og:description'), meta('description'), scriptText(html, 'msg_desc')),
      limits.path,
    ),
    content,
    publishTime: timeOf(document, html, meta),
  };
}

function notAnArticle(html: string) {
  const { zh, en } = others.find(([said]) => said.test(html))?.[1] ?? noArticle;
  return failure('notAnOfficialPage', { params: { zh, en } });
}

/** The first text that is there. */
function firstOf(...texts: readonly (string | null)[]): string | null {
  return texts.find(text => text !== null && text !== '') ?? null;
}

function clipped(text: string | null, most: number): string | null {
  return text === null ? null : text.slice(0, most);
}

/** Text on one line, without marks that are not seen. */
function plain(text: string): string {
  return text
    .replace(/[\u200b-\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The values of the page's `meta` elements, by `property` or `name`. */
function metasOf(document: Document): (name: string) => string | null {
  const found = new Map<string, string>();
  for (const { attribs } of DomUtils.getElementsByTagName('meta', document)) {
    const name = attribs.property ?? attribs.name;
    const value = plain(attribs.content ?? '');
    if (name !== undefined && value !== '' && !found.has(name)) found.set(name, value);
  }
  return name => found.get(name) ?? null;
}

function textById(document: Document, id: string): string | null {
  const element = DomUtils.getElementById(id, document);
  return element ? plain(DomUtils.textContent(element)) || null : null;
}

/** A text that a script of the page sets: `var name = "…"`, `'…'.html(false)`, `htmlDecode("…")`. */
function scriptText(html: string, name: string): string | null {
  const set = new RegExp(
    `(?:var\\s+|window\\.|\\b)${name}\\s*=\\s*(?:htmlDecode\\()?\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|'((?:[^'\\\\]|\\\\.)*)')`,
  ).exec(html);
  const raw = set?.[1] ?? set?.[2];
  if (raw === undefined || raw === '') return null;
  const unescaped = raw
    .replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/gi, (_, two?: string, four?: string) =>
      String.fromCharCode(Number.parseInt(two ?? four ?? '', 16)),
    )
    .replace(/\\(.)/g, '$1');
  // The vendor escapes such texts once for HTML and once for the script.
  return plain(DomUtils.textContent(parseDocument(unescaped))) || null;
}

/** A text with the addresses of the vendor's own store of pictures by https, as it also gives them. */
function secured(text: string): string {
  return text.replace(/http:\/\/(?=[\w.-]+\.q(pic|logo)\.cn\/)/gi, 'https://');
}

/** The address of a picture; null for what is none. */
function addressOf(text: string | null): string | null {
  if (text === null) return null;
  const address = secured(text.replace(/^\/\//, 'https://'));
  return URL.canParse(address) && /^https?:/i.test(address) ? address : null;
}

/** The text of the page, sanitised; null without one. */
function contentOf(document: Document, html: string): string | null {
  const element = DomUtils.getElementById('js_content', document);
  if (element) {
    clean(element);
    const text = sanitiseHtml(secured(DomUtils.getInnerHTML(element)));
    if (text !== '') return text;
  }
  return picturePost(document, html);
}

/** Takes away what is no text, and pictures of one point, which count readers. */
function clean(element: Element): void {
  const gone = DomUtils.findAll(({ name, attribs }) => {
    if (dropped.has(name)) return true;
    const { 'data-w': width, width: shown, height } = attribs;
    return name === 'img' && [width, shown, height].some(size => size === '0' || size === '1');
  }, element.children);
  for (const node of gone) DomUtils.removeElement(node);
  for (const image of DomUtils.getElementsByTagName('img', element)) {
    const address = addressOf(image.attribs['data-src'] ?? image.attribs.src ?? null);
    if (address !== null) image.attribs['data-src'] = address;
  }
}

/** A post of pictures alone, whose addresses a script of the page holds, with the words beside them. */
function picturePost(document: Document, html: string): string | null {
  const list = /picture_page_info_list\s*=\s*\[([\s\S]*?)\]\s*(?:\.slice|;|,\s*\n)/.exec(html)?.[1];
  if (list === undefined) return null;
  const addresses = new Set<string>();
  for (const [, raw = ''] of list.matchAll(/\bcdn_url\s*:\s*['"]([^'"]+)['"]/g)) {
    const decoded = DomUtils.textContent(
      parseDocument(raw.replace(/\\x26amp;/g, '&').replace(/\\x26/g, '&')),
    );
    const address = addressOf(decoded);
    if (address !== null) addresses.add(address);
  }
  if (addresses.size === 0) return null;
  const words = firstOf(textById(document, 'js_image_desc'), metasOf(document)('og:description')) ?? '';
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const pictures = [...addresses].map(address => `<p><img src="${escaped(address)}"></p>`).join('');
  return sanitiseHtml(`${words === '' ? '' : `<p>${escaped(words)}</p>`}${pictures}`);
}

/** The time at which the page was published, from its scripts, its heading or its `meta` elements. */
function timeOf(document: Document, html: string, meta: (name: string) => string | null): string | null {
  const seconds = /\b(?:ct|oriCreateTime|svr_time_of_publish)\s*=\s*["'](\d{10})["']/.exec(html)?.[1];
  if (seconds !== undefined) return shanghaiTime(new Date(Number(seconds) * 1_000));
  const written = firstOf(
    scriptText(html, 'createTime'),
    scriptText(html, 'publish_time'),
    textById(document, 'publish_time'),
  );
  const time = written === null ? null : writtenTime(written);
  if (time !== null) return time;
  const instant = meta('article:published_time') ?? meta('og:release_date');
  const parsed = instant === null ? undefined : readChinaTime(instant);
  return parsed ? shanghaiTime(parsed) : null;
}

/** A time as pages write it: 2026-03-01, 2026-03-01 08:30, 2026年3月1日 8:30; null for any other. */
function writtenTime(text: string): string | null {
  const found = /(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})日?(?:\s+(\d{1,2}):(\d{2}))?/.exec(text);
  if (!found) return null;
  const [, year = '', month = '', day = '', hour = '0', minute = '0'] = found;
  const two = (part: string) => part.padStart(2, '0');
  const time = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:00`;
  return readShanghai(time) ? time : null;
}
