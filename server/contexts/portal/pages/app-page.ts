import { menuLink } from '@yikao/model/contexts/content/display.codes.ts';
import type { ContentPart } from '@yikao/model/contexts/portal/public-content.ts';
import { publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { type Html, html, safeLink } from '../serving/html.ts';
import type { Page } from './frame.ts';
import { hero, type Landing, landing } from './landing-pages.ts';
import { picture } from './pictures.ts';
import { carousel, section } from './sections.ts';

/** The kind of device that a page is made for, as its browser names itself. */
export type Device = 'android' | 'ios' | 'other';

/** The device of a `User-Agent`. */
export function deviceOf(userAgent: string | undefined): Device {
  if (/iPhone|iPad|iPod/i.test(userAgent ?? '')) return 'ios';
  return /Android/i.test(userAgent ?? '') ? 'android' : 'other';
}

type Entry = ContentPart<'menu'>[number]['children'][number];

/** An entry of the menu: a link on the web; pages of the apps are named, since a browser cannot open them. */
function entry({ menuName, icon, linkType, linkValue }: Entry): Html {
  const link = linkType === menuLink.is.mini ? undefined : safeLink(linkValue);
  // A path of the app is no page of this site.
  const opens = linkType === menuLink.is.external ? link : undefined;
  const shown = html`${picture({ path: icon, alt: '', width: 48, height: 48 })}<span>${menuName}</span>`;
  return html`<li>${opens ? html`<a href="${opens}" rel="noopener">${shown}</a>` : html`<div>${shown}</div>`}</li>`;
}

function grid(menu: ContentPart<'menu'> = []): Html | undefined {
  const entries = menu.flatMap(({ children, ...first }) => (children.length > 0 ? children : [first]));
  return entries.length > 0 ? html`<ul class="grid">${entries.map(entry)}</ul>` : undefined;
}

/** The ways to the apps: that of the device first and filled, the others beside it. */
function ways(app: ContentPart<'app'> | undefined, device: Device): Html {
  const all = [
    { name: '下载 Android 版', on: 'android' as const, link: safeLink(app?.androidUrl) },
    { name: '前往 App Store 下载', on: 'ios' as const, link: safeLink(app?.iosUrl) },
  ].flatMap(({ link, ...way }) => (link ? [{ ...way, link }] : []));
  const mine = all.toSorted((one, other) => Number(other.on === device) - Number(one.on === device));
  return html`${mine.map(
    ({ name, on, link }) =>
      html`<a class="button${on !== device && ' line'}" href="${link}" rel="noopener">${name}</a>`,
  )}`;
}

/** The page that leads to the apps: by device, with the code of the mini-program, the menu and news of the version. */
export function appPage(of: Landing, device: Device): Page {
  const { site, content, qrCode } = of;
  const notes = (content.app?.notes ?? '').split(/\r?\n|；/).filter(line => line.trim() !== '');
  const code =
    qrCode &&
    html`<figure class="code big">${picture({ path: qrCode, alt: '小程序码', width: 176, height: 176, eager: true })}<figcaption>${
      device === 'other' ? '用手机扫码，打开小程序' : '长按识别，打开小程序'
    }</figcaption></figure>`;
  return landing('appIndex', of, {
    main: html`${hero('appIndex', site.name, code || undefined, ways(content.app, device))}
${section('functions', '常用功能', undefined, grid(content.menu))}
${section('screens', '抢先看', undefined, carousel(site, content.pictures))}
${section('version', '版本说明', undefined, notes.length > 0 ? html`<ul class="notes">${notes.map(line => html`<li>${line}</li>`)}</ul>` : undefined)}
${!qrCode && notes.length === 0 && html`<p class="wide soft none">${publicPages.appIndex.description}下载入口准备中，请先咨询客服。</p>`}`,
  });
}
