import { pathOf } from '@yikao/model/calls/call.ts';
import { abroadDegree } from '@yikao/model/contexts/abroad/abroad.codes.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { AbroadContent } from '@yikao/model/contexts/portal/public-content.ts';
import { publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { consultSection } from '../consult/consult-form.ts';
import type { KnownAbroad } from '../content/abroad-content.ts';
import { type Html, html, rich, safeLink } from '../serving/html.ts';
import type { Page } from './frame.ts';
import { hero, type Landing, landing } from './landing-pages.ts';
import { picture } from './pictures.ts';
import { consultPath, nameOf, section, yuan } from './sections.ts';

/** The filters of the address. */
export interface AbroadChoice {
  readonly countryId?: number | undefined;
  readonly directionId?: number | undefined;
  readonly degree?: number | undefined;
}

/** Reads the filters of an address; what the page does not show counts as left out. */
export function choiceOf(query: Readonly<Record<string, unknown>>, known: KnownAbroad): AbroadChoice {
  const of = (name: keyof AbroadChoice, isShown: (value: number) => boolean) => {
    const value = /^\d{1,9}$/.test(String(query[name] ?? '')) ? Number(query[name]) : undefined;
    return value !== undefined && isShown(value) ? value : undefined;
  };
  return {
    countryId: of('countryId', id => known.countries.has(id)),
    directionId: of('directionId', id => known.directions.has(id)),
    degree: of('degree', code => abroadDegree.items.some(item => item.code === code)),
  };
}

/** The address of the page with these filters. */
function choicePath(choice: AbroadChoice): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(choice)) if (value !== undefined) query.set(name, String(value));
  return `${pathOf(portalCalls.yklxfw)}${query.size > 0 ? `?${query}` : ''}`;
}

/** Rows that fit the filters; a direction represents those beneath it. */
function matching(content: AbroadContent, { countryId, directionId, degree }: AbroadChoice) {
  const directions = new Set(
    content.directions
      .filter(({ id, parentId }) => id === directionId || parentId === directionId)
      .map(({ id }) => id),
  );
  const inCountry = (row: { readonly countryId: number }) =>
    countryId === undefined || row.countryId === countryId;
  return {
    items: content.items.filter(
      row =>
        inCountry(row) &&
        (directionId === undefined || directions.has(row.directionId)) &&
        (degree === undefined || row.degree === degree),
    ),
    schools: content.schools.filter(
      row =>
        inCountry(row) && (directionId === undefined || row.directionIds.some(one => directions.has(one))),
    ),
  };
}

function chips(
  name: string,
  at: keyof AbroadChoice,
  choice: AbroadChoice,
  options: readonly { readonly id: number; readonly name: string }[],
): Html | undefined {
  if (options.length === 0) return undefined;
  const chip = (id: number | undefined, text: string) =>
    html`<li><a href="${choicePath({ ...choice, [at]: id })}#items"${choice[at] === id && html` aria-current="true"`}>${text}</a></li>`;
  return html`<div class="chips"><span id="by-${at}">${name}</span><ul aria-labelledby="by-${at}">${chip(undefined, '全部')}${options.map(
    one => chip(one.id, one.name),
  )}</ul></div>`;
}

function filters(content: AbroadContent, choice: AbroadChoice): Html {
  const degrees = new Set(content.items.map(({ degree }) => degree));
  return html`<div class="filters">${chips(
    '国家',
    'countryId',
    choice,
    content.countries.map(({ countryId: id, countryName: name }) => ({ id, name })),
  )}${chips(
    '方向',
    'directionId',
    choice,
    content.directions
      .filter(({ parentId }) => parentId === 0)
      .map(({ id, directionName: name }) => ({ id, name })),
  )}${chips(
    '学历',
    'degree',
    choice,
    abroadDegree.items
      .filter(({ code }) => degrees.has(code))
      .map(({ code: id }) => ({ id, name: nameOf(abroadDegree, id) })),
  )}</div>`;
}

const none = html`<p class="none soft">没有符合条件的内容，换个条件试试，或直接咨询顾问。</p>`;

function itemCards(content: AbroadContent, items: AbroadContent['items']): Html {
  if (items.length === 0) return none;
  const countries = new Map(content.countries.map(one => [one.countryId, one.countryName]));
  const directions = new Map(content.directions.map(one => [one.id, one.directionName]));
  const schools = new Map(content.schools.map(one => [one.id, one.schoolName]));
  return html`<ul class="goods">${items.map(
    one => html`<li class="card good">
${one.cover && picture({ path: one.cover, alt: '', width: null, height: null })}
<p class="kind">${countries.get(one.countryId)} · ${directions.get(one.directionId)} · ${nameOf(abroadDegree, one.degree)}</p>
<h3>${one.itemName}</h3>
<p class="price"><b><small>¥</small>${yuan(one.price)}</b><span class="soft">服务费</span></p>
<p class="soft">${[one.schoolId === null ? undefined : schools.get(one.schoolId), one.duration && `周期 ${one.duration}`].filter(Boolean).join(' · ')}</p>
${
  (one.intro || one.requirement) &&
  html`<details><summary>项目详情</summary><div class="rich">${one.requirement && html`<p>申请要求：${one.requirement}</p>`}${one.intro && rich(one.intro)}</div></details>`
}
<a class="button line" href="${consultPath('yklxfw', one.id)}">咨询<span class="unseen">${one.itemName}</span></a>
</li>`,
  )}</ul>`;
}

function schoolCards(content: AbroadContent, schools: AbroadContent['schools']): Html {
  if (schools.length === 0) return none;
  const countries = new Map(content.countries.map(one => [one.countryId, one.countryName]));
  return html`<ul class="schools">${schools.map(one => {
    const site = safeLink(one.siteUrl);
    return html`<li class="card">${one.logo && picture({ path: one.logo, alt: '', width: 56, height: 56 })}<div><h3>${one.schoolName}</h3>
<p class="soft">${one.enName && html`<span lang="en">${one.enName}</span><br>`}${[countries.get(one.countryId), one.cityName].filter(Boolean).join(' · ')}${one.qsRank !== null && html` · QS 第 ${one.qsRank}`}</p>
<details><summary>院校详情<span class="unseen">：${one.schoolName}</span></summary><div class="rich">${one.tuition && html`<p>学费/年：${one.tuition}</p>`}${one.language && html`<p>语言要求：${one.language}</p>`}${one.intro && rich(one.intro)}${site && html`<p><a href="${site}" rel="noopener nofollow">学校官网</a></p>`}</div></details></div></li>`;
  })}</ul>`;
}

const way = html`<ol class="way" aria-label="服务流程"><li>咨询定位</li><li>签约</li><li>准备材料与作品集</li><li>递交申请</li><li>录取与行前</li></ol>`;

/** The centre of study abroad: what is on offer by country, direction and degree, and a consultation about it. */
export function abroadPage(of: Landing, choice: AbroadChoice): Page {
  const { countries = [], directions = [], schools = [], items = [] } = of.content;
  const content = { countries, directions, schools, items };
  const found = matching(content, choice);
  return landing('yklxfw', of, {
    main: html`${hero('yklxfw', '从艺考出发，走向世界的艺术院校', undefined)}
<div class="wide">${way}</div>
${section('items', '留学项目', undefined, html`${filters(content, choice)}${itemCards(content, found.items)}`)}
${section('schools', '海外院校', undefined, schoolCards(content, found.schools))}
${consultSection('yklxfw', items)}`,
    title: publicPages.yklxfw.title,
  });
}
