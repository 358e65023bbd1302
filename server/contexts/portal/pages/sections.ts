import { pathOf } from '@yikao/model/calls/call.ts';
import { carouselLink } from '@yikao/model/contexts/content/display.codes.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { ArticleHead, ContentPart, PublicContent } from '@yikao/model/contexts/portal/public-content.ts';
import { type PublicPageName, productPage } from '@yikao/model/contexts/portal/public-pages.ts';
import { goodsType } from '@yikao/model/contexts/sales/sales.codes.ts';
import { type Html, html, rich, safeLink } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';
import { absolute } from './frame.ts';
import { filePath, picture } from './pictures.ts';

/** A heading of a page with what is beneath it; nothing without content. */
export function section(
  id: string,
  title: string,
  note: string | undefined,
  body: Html | undefined,
): Html | undefined {
  if (!body) return undefined;
  return html`<section class="part wide" aria-labelledby="${id}"><div class="head"><h2 id="${id}">${title}</h2>${
    note && html`<p>${note}</p>`
  }</div>
${body}</section>`;
}

/** The name of a code in Chinese. */
export function nameOf(
  set: { readonly items: readonly { readonly code: number; readonly label: { readonly zh: string } }[] },
  code: number,
): string {
  return set.items.find(item => item.code === code)?.label.zh ?? '';
}

/** The day of a time as pages show it. */
const dayOf = (time: string): string => time.slice(0, 10);

/** A time for people and programs. */
export function timeOf(time: string): Html {
  return html`<time datetime="${dayOf(time)}">${dayOf(time)}</time>`;
}

/** Address of the form of a consultation from a page. */
export function consultPath(page: PublicPageName, itemId?: number): string {
  const query = new URLSearchParams({ page, ...(itemId !== undefined && { itemId: String(itemId) }) });
  return `${pathOf(portalCalls.consultPage)}?${query}`;
}

/** An amount of yuan without superfluous noughts. */
export function yuan(amount: string): string {
  const [whole = '0', rest = ''] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return /^0*$/.test(rest) ? grouped : `${grouped}.${rest}`;
}

/** Goods with their prices. */
export function goodsCards(goods: ContentPart<'goods'> | undefined, page: PublicPageName): Html | undefined {
  if (!goods || goods.length === 0) return undefined;
  return html`<ul class="goods">${goods.map(
    one => html`<li id="goods-${one.goodsId}" class="card good">
${one.cover && picture({ path: one.cover, alt: '', width: one.width, height: one.height })}
<p class="kind">${nameOf(goodsType, one.goodsType)}</p>
<h3>${one.goodsName}</h3>
<p class="price"><b><small>¥</small>${yuan(one.price)}</b>${
      one.linePrice && one.linePrice !== one.price && html`<del>¥${yuan(one.linePrice)}</del>`
    }</p>
<p class="soft">适用：${one.provinces.length > 0 ? one.provinces.join('、') : '全部开通省份'}</p>
${one.intro && html`<details><summary>商品说明</summary><div class="rich">${rich(one.intro)}</div></details>`}
${one.soldOut ? html`<p class="gone">已售罄</p>` : html`<a class="button line" href="${consultPath(page)}">咨询购买<span class="unseen">${one.goodsName}</span></a>`}
</li>`,
  )}</ul>`;
}

/** Goods as search engines read them: each with its offer. */
export function goodsData(
  site: Site,
  page: PublicPageName,
  goods: ContentPart<'goods'> = [],
): readonly unknown[] {
  return goods.map(one => ({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: one.goodsName,
    category: nameOf(goodsType, one.goodsType),
    ...(one.cover && site.host && { image: absolute(site, filePath(one.cover)) }),
    offers: {
      '@type': 'Offer',
      price: one.price,
      priceCurrency: 'CNY',
      availability: `https://schema.org/${one.soldOut ? 'SoldOut' : 'InStock'}`,
      ...(site.host && { url: absolute(site, `${pathOf(portalCalls[page])}#goods-${one.goodsId}`) }),
    },
  }));
}

/** Where a picture of the carousel leads on the web; undefined for pages of apps. */
function target(site: Site, { linkType, linkValue }: ContentPart<'pictures'>[number]): string | undefined {
  if (linkValue === null) return undefined;
  if (linkType === carouselLink.is.article) return pathOf(portalCalls.article, { id: linkValue });
  if (linkType === carouselLink.is.goods)
    return `${pathOf(portalCalls[productPage[site.siteKey]])}#goods-${linkValue}`;
  return linkType === carouselLink.is.external ? safeLink(linkValue) : undefined;
}

/** The carousel: a row of pictures that people push along; it needs no script. */
export function carousel(site: Site, pictures: ContentPart<'pictures'> | undefined): Html | undefined {
  if (!pictures || pictures.length === 0) return undefined;
  return html`<div class="slides" role="region" aria-label="推荐" tabindex="0">${pictures.map((one, at) => {
    const shown = picture({
      ...{ path: one.image, alt: one.title, width: one.width ?? 750, height: one.height ?? 320 },
      eager: at === 0,
    });
    const link = target(site, one);
    return html`<div class="slide">${link ? html`<a href="${link}">${shown}</a>` : shown}</div>`;
  })}</div>`;
}

/** Articles as a list of lines with their days. */
export function articleLines(articles: readonly ArticleHead[]): Html {
  return html`<ul class="lines">${articles.map(
    one =>
      html`<li><a href="${pathOf(portalCalls.article, { id: String(one.articleId) })}">${one.title}</a>${timeOf(one.publishTime)}</li>`,
  )}</ul>`;
}

/** Columns with their newest articles, side by side; `level` is that of their headings. */
export function columnCards(
  columns: ContentPart<'columns'> | undefined,
  level: 'h2' | 'h3',
): Html | undefined {
  if (!columns || columns.length === 0) return undefined;
  return html`<div class="columns">${columns.map(({ columnId, columnName, articles }) => {
    const [first] = articles;
    const lead = first?.cover ? first : undefined;
    const link = html`<a href="${pathOf(portalCalls.column, { id: String(columnId) })}">${columnName}<span aria-hidden="true"> →</span></a>`;
    return html`<div class="column">${level === 'h2' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
${
  lead?.cover &&
  html`<a class="lead" href="${pathOf(portalCalls.article, { id: String(lead.articleId) })}">${picture({ path: lead.cover, alt: '', width: lead.width, height: lead.height })}<span>${lead.title}</span></a>`
}${articleLines(lead ? articles.slice(1) : articles)}</div>`;
  })}</div>`;
}

/** Provinces as tiles, a row for each great region; the marks say which products are open. */
export function provinceTiles(provinces: PublicContent['provinces']): Html | undefined {
  if (!provinces || provinces.length === 0) return undefined;
  const regions = Map.groupBy(provinces, ({ region }) => region ?? '其他');
  const open = (one: ContentPart<'provinces'>[number]) =>
    [one.probFlag === 1 && '概率', one.listFlag === 1 && '志愿', one.guideFlag === 1 && '指南'].filter(
      Boolean,
    );
  return html`<dl class="tiles">${[...regions].map(
    ([region, list]) =>
      html`<div><dt>${region}</dt><dd><ul>${list.map(one => {
        const products = open(one);
        return html`<li class="tile${products.length === 0 && ' closed'}"><b>${one.name}</b><span>${products.length > 0 ? products.join(' ') : '即将开通'}</span></li>`;
      })}</ul></dd></div>`,
  )}</dl>`;
}
