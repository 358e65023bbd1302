import { pathOf } from '@yikao/model/calls/call.ts';
import { guideChapter } from '@yikao/model/contexts/guide/guide.codes.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { ArticleHead, ContentPart } from '@yikao/model/contexts/portal/public-content.ts';
import type { ColumnPage, FullArticle } from '../content/article-content.ts';
import { type Html, html, plainText, safeLink, trusted } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';
import { absolute, type Page } from './frame.ts';
import { filePath, picture } from './pictures.ts';
import { articleLines, columnCards, consultPath, nameOf, section, timeOf } from './sections.ts';

const home = { name: '首页', path: pathOf(portalCalls.website) };
const news = { name: '资讯', path: pathOf(portalCalls.news) };

/** The address of a page of a column. */
function columnPath(id: number, page = 1): string {
  return `${pathOf(portalCalls.column, { id: String(id) })}${page > 1 ? `?page=${page}` : ''}`;
}

/** The columns of a site, each with its newest articles. */
export function newsPage(site: Site, columns: ContentPart<'columns'>): Page {
  return {
    ...{ site, path: news.path, title: '资讯', at: news.path, share: 'news', crumbs: [home, news] },
    description: `${site.name}的艺考资讯：统考、校考、政策与志愿填报。`,
    main: html`<div class="wide title"><h1>资讯</h1></div>
<div class="wide">${columnCards(columns, 'h2') ?? html`<p class="none soft">还没有发布的文章。</p>`}</div>`,
  };
}

function articleCards(articles: readonly ArticleHead[]): Html {
  return html`<ul class="articles">${articles.map(
    one =>
      html`<li><a href="${pathOf(portalCalls.article, { id: String(one.articleId) })}">${
        one.cover && picture({ path: one.cover, alt: '', width: one.width, height: one.height })
      }<div><h2>${one.title}</h2>${one.summary && html`<p class="soft">${one.summary}</p>`}<p class="soft">${timeOf(one.publishTime)}</p></div></a></li>`,
  )}</ul>`;
}

function pager({ columnId, page, pages }: ColumnPage): Html | undefined {
  if (pages < 2) return undefined;
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter(one => one >= 1 && one <= pages);
  return html`<nav class="pager" aria-label="翻页">${page > 1 && html`<a rel="prev" href="${columnPath(columnId, page - 1)}">上一页</a>`}${near.map(
    one =>
      html`<a href="${columnPath(columnId, one)}"${one === page && html` aria-current="page"`}>${one}</a>`,
  )}${page < pages && html`<a rel="next" href="${columnPath(columnId, page + 1)}">下一页</a>`}</nav>`;
}

/** A page of the articles of a column. */
export function columnPage(site: Site, column: ColumnPage): Page {
  const { columnId, columnName, page, articles } = column;
  const path = columnPath(columnId, page);
  return {
    ...{ site, path, at: news.path, share: 'news' },
    title: page > 1 ? `${columnName}（第 ${page} 页）` : columnName,
    description: `${columnName}：${articles
      .slice(0, 3)
      .map(({ title }) => title)
      .join('；')}`.slice(0, 150),
    crumbs: [home, news, { name: columnName, path }],
    main: html`<div class="wide title"><h1>${columnName}</h1><p><a href="${pathOf(portalCalls.feed, { id: String(columnId) })}" rel="alternate" type="application/rss+xml">RSS 订阅</a></p></div>
<div class="wide">${articles.length > 0 ? articleCards(articles) : html`<p class="none soft">这个栏目还没有文章。</p>`}${pager(column)}</div>`,
  };
}

/** An article with others of its column. */
export function articlePage(site: Site, article: FullArticle, more: readonly ArticleHead[]): Page {
  const { articleId, title, columnId, columnName, author, sourceName, content, publishTime, cover } = article;
  const path = pathOf(portalCalls.article, { id: String(articleId) });
  const original = safeLink(article.sourceUrl);
  const description = article.summary || plainText(content, 120);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    datePublished: `${publishTime.replace(' ', 'T')}+08:00`,
    dateModified: article.updateTime.toISOString(),
    ...(author && { author: { '@type': 'Person', name: author } }),
    publisher: { '@type': 'Organization', name: site.name },
    ...(cover && site.host && { image: absolute(site, filePath(cover)) }),
    ...(site.host && { mainEntityOfPage: absolute(site, path) }),
  };
  const tags = (article.tagNames ?? '').split(/[,，、]/).filter(tag => tag.trim() !== '');
  return {
    ...{ site, path, title, description, kind: 'article', at: news.path },
    share: `article-${articleId}`,
    crumbs: [home, news, { name: columnName, path: columnPath(columnId) }, { name: title, path }],
    data: [data],
    main: html`<article class="read"><header><h1>${title}</h1><p class="soft">${timeOf(publishTime)}${author && html`<span>${author}</span>`}${
      sourceName &&
      html`<span>来源：${original ? html`<a href="${original}" rel="noopener nofollow">${sourceName}</a>` : sourceName}</span>`
    }</p></header>
<div class="rich">${trusted(content)}</div>
${tags.length > 0 && html`<ul class="tags" aria-label="标签">${tags.map(tag => html`<li>${tag.trim()}</li>`)}</ul>`}
<div class="ask card"><p><strong>还有问题？</strong>留下联系方式，老师一对一解答。</p><a class="button" href="${consultPath('website')}">免费咨询</a></div></article>
${section('more', '相关阅读', undefined, more.length > 0 ? articleLines(more) : undefined)}`,
  };
}

/** A free chapter of the guide. */
export interface Chapter {
  readonly id: number;
  readonly title: string;
  readonly chapter: number;
  readonly province: string;
  readonly content: string;
}

/** A free chapter of the guide, with the way to the rest of it. */
export function chapterPage(site: Site, { id, title, chapter, province, content }: Chapter): Page {
  const path = pathOf(portalCalls.chapter, { id: String(id) });
  const guide = pathOf(portalCalls.ykzyzn);
  return {
    ...{ site, path, kind: 'article', share: 'ykzyzn' },
    title: `${province}${title}`,
    description: plainText(content, 120),
    crumbs: [home, { name: '报考指南', path: guide }, { name: title, path }],
    main: html`<article class="read"><header><p class="kind">${province} · ${nameOf(guideChapter, chapter)} · 免费试读</p><h1>${title}</h1></header>
<div class="rich">${trusted(content)}</div>
<div class="ask card"><p><strong>想看完整指南？</strong>购买后可读全部章节与数据。</p><a class="button" href="${guide}#prices">购买指南</a></div></article>`,
  };
}

/** An address without a page. */
export function lostPage(site: Site, path: string): Page {
  return {
    ...{ site, path, title: '页面不存在', description: '页面不存在或已下线。', hidden: true },
    main: html`<div class="wide title lost"><h1>页面不存在</h1><p class="soft">它可能已经下线，或地址有误。</p><p class="acts"><a class="button" href="${home.path}">回到首页</a><a class="button line" href="${news.path}">看看资讯</a></p></div>`,
  };
}

/** The page of an article that was published once, and deleted. */
export function gonePage(site: Site, path: string): Page {
  return {
    ...{ site, path, title: '内容已删除', description: '这篇文章已删除。', hidden: true },
    main: html`<div class="wide title lost"><h1>内容已删除</h1><p class="soft">这篇文章已删除，不再提供。</p><p class="acts"><a class="button" href="${home.path}">回到首页</a><a class="button line" href="${news.path}">看看资讯</a></p></div>`,
  };
}

/** A page that could not be made: what happened and what to do. */
export function failedPage(site: Site, path: string, message: string): Page {
  return {
    ...{ site, path, title: '暂时无法显示', description: message, hidden: true },
    main: html`<div class="wide title lost"><h1>暂时无法显示</h1><p class="soft" role="alert">${message}</p><p class="acts"><a class="button" href="${home.path}">回到首页</a></p></div>`,
  };
}
