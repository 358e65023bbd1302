import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import { type PublicPageName, productPage, publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { type Html, html, structured } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';
import { stylesPath } from '../serving/styles.ts';
import { filePath, picture } from './pictures.ts';

/** A step of the way to a page. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** A public page without the parts that all of them have. */
export interface Page {
  readonly site: Site;
  /** Its address within the site, without the marks of a visit. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Name of the picture of shared links; the site's logo if undefined. */
  readonly share?: string | undefined;
  readonly kind?: 'website' | 'article';
  /** The way from the front page, the page itself included. */
  readonly crumbs?: readonly Crumb[];
  /** Data for search engines, beside the way. */
  readonly data?: readonly unknown[];
  /** Stays out of search engines. */
  readonly hidden?: boolean;
  /** The entry of the navigation that is open. */
  readonly at?: string;
  readonly main: Html;
}

/** The address of a page of a site on the web; undefined for the built-in brand, which has none. */
export function absolute(site: Site, path: string): string | undefined {
  return site.host === undefined ? undefined : `https://${site.host}${path}`;
}

/** The entries of the navigation: those of the site's own product alone, so that a site names no other. */
function navigation(site: Site): readonly Crumb[] {
  const product: PublicPageName = productPage[site.siteKey];
  return [
    { name: '首页', path: pathOf(portalCalls.website) },
    { name: publicPages[product].title, path: pathOf(portalCalls[product]) },
    { name: '资讯', path: pathOf(portalCalls.news) },
    { name: '留学', path: pathOf(portalCalls.yklxfw) },
    { name: 'App', path: pathOf(portalCalls.appIndex) },
  ];
}

/** Two strokes of a brush that rise to a point: the mark of the product where a site has no logo. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><rect width="32" height="32" rx="8"/><g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"><path d="M7 21.5c4.2-.4 6.3-2.9 7.2-6.6.8-3.3 2.6-5.6 6-6.9"/><path d="M12.5 24.2c5.3-.6 9.7-3.8 12.3-9.2" stroke-opacity=".62"/></g><circle cx="24.2" cy="8.8" r="2.4" fill="#fff"/></svg>`;

function header({ site, at }: Page): Html {
  return html`<a class="skip" href="#main">跳到正文</a>
<header class="top"><div class="wide bar">
<a class="brand" href="${pathOf(portalCalls.website)}">${
    site.logo ? picture({ path: site.logo, alt: '', width: 36, height: 36, eager: true }) : mark
  }<span>${site.name}</span></a>
<nav aria-label="主导航"><ul>${navigation(site).map(
    ({ name, path }) =>
      html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>
<a class="button small" href="${pathOf(portalCalls.consultPage)}">免费咨询</a>
</div></header>`;
}

function footer({ site }: Page): Html {
  return html`<footer class="foot"><div class="wide">
<div class="foot-brand"><strong>${site.name}</strong>${
    site.servicePhone && html`<p>客服电话 <a href="tel:${site.servicePhone}">${site.servicePhone}</a></p>`
  }<p><a href="/register">合伙人与机构入驻</a></p></div>
${
  site.qrCode &&
  html`<figure class="code">${picture({ path: site.qrCode, alt: `${site.name}二维码`, width: 112, height: 112 })}<figcaption>扫码使用</figcaption></figure>`
}
<p class="filings">${site.footer && html`<span>${site.footer}</span>`}${
    site.icpNo && html`<a href="https://beian.miit.gov.cn/" rel="noopener">${site.icpNo}</a>`
  }${site.policeNo && html`<a href="https://beian.mps.gov.cn/" rel="noopener">${site.policeNo}</a>`}</p>
</div></footer>`;
}

function crumbs({ site, crumbs: way = [] }: Page): {
  readonly shown: Html;
  readonly data: readonly unknown[];
} {
  if (way.length < 2) return { shown: html``, data: [] };
  const shown = html`<nav class="crumbs wide" aria-label="当前位置"><ol>${way.map(({ name, path }, index) =>
    index === way.length - 1
      ? html`<li aria-current="page">${name}</li>`
      : html`<li><a href="${path}">${name}</a></li>`,
  )}</ol></nav>`;
  const list = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, index) => ({
      ...{ '@type': 'ListItem', position: index + 1, name },
      item: absolute(site, path),
    })),
  };
  return { shown, data: site.host === undefined ? [] : [list] };
}

/** A whole public page. Nothing in it runs; it reads the same without styles. */
export function framed(page: Page): string {
  const { site, path, title, description, share, kind = 'website', data = [], hidden, main } = page;
  const whole = title === site.name ? title : `${title} - ${site.name}`;
  const address = absolute(site, path);
  const shared =
    share === undefined
      ? site.logo && filePath(site.logo)
      : pathOf(portalCalls.sharePicture, { name: `${share}.png` });
  const image = shared ? absolute(site, shared) : undefined;
  const way = crumbs(page);
  return html`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${whole}</title>
<meta name="description" content="${description}">
${hidden && html`<meta name="robots" content="noindex">`}
${address && !hidden && html`<link rel="canonical" href="${address}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme:light)" content="#faf8f3">
<meta name="theme-color" media="(prefers-color-scheme:dark)" content="#12161b">
<meta property="og:type" content="${kind}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:locale" content="zh_CN">
${address && html`<meta property="og:url" content="${address}">`}
${image && html`<meta property="og:image" content="${image}">`}
${share !== undefined && image && html`<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesPath()}">
${!hidden && [...data, ...way.data].map(structured)}
</head>
<body>
${header(page)}
${way.shown}
<main id="main">
${main}
</main>
${footer(page)}
</body>
</html>
`.text;
}
