import { pathOf } from '@yikao/model/calls/call.ts';
import { guideChapter } from '@yikao/model/contexts/guide/guide.codes.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { ContentPart, PublicContent } from '@yikao/model/contexts/portal/public-content.ts';
import { type PublicPageName, publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { goodsType as goodsTypes } from '@yikao/model/contexts/sales/sales.codes.ts';
import { scheduleType } from '@yikao/model/contexts/school/school.codes.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { consultSection } from '../consult/consult-form.ts';
import { type Html, html, plainText, rich, safeLink } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';
import { absolute, type Page } from './frame.ts';
import { filePath, picture } from './pictures.ts';
import {
  carousel,
  columnCards,
  consultPath,
  goodsCards,
  goodsData,
  nameOf,
  provinceTiles,
  section,
  timeOf,
} from './sections.ts';

/** The content of a page with the site that shows it, and the QR code of its product. */
export interface Landing {
  readonly site: Site;
  readonly content: Omit<PublicContent, 'site'>;
  /** The code of the product's own site, if it has one; else that of the host's. */
  readonly qrCode: string | null;
}

/** The head of a page: its name, a sentence, what to do, and beside it the code or the carousel. */
export function hero(
  page: PublicPageName,
  title: string,
  beside: Html | null | undefined,
  further?: Html,
): Html {
  return html`<div class="hero"><div class="wide hero-grid"><div>
<h1>${title}</h1><p class="say">${publicPages[page].description}</p>
<p class="acts"><a class="button" href="${consultPath(page)}">免费咨询</a>${further}</p>
</div>${beside}</div></div>`;
}

/** A QR code beside the head of a page. */
function codeCard({ qrCode }: Landing, words: string): Html | undefined {
  if (!qrCode) return undefined;
  return html`<figure class="code big">${picture({ path: qrCode, alt: '二维码', width: 176, height: 176, eager: true })}<figcaption>${words}</figcaption></figure>`;
}

/** The frame of a page of {@link publicPages}. */
export function landing(
  page: PublicPageName,
  { site }: Landing,
  parts: Pick<Page, 'main'> & Partial<Page>,
): Page {
  const { title, description } = publicPages[page];
  const path = pathOf(portalCalls[page]);
  return {
    ...{ site, path, title, description, share: page, at: path },
    crumbs: [
      { name: '首页', path: pathOf(portalCalls.website) },
      { name: title, path },
    ],
    ...parts,
  };
}

/** Who the site is, for search engines. */
function organisation(site: Site): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    ...(site.host && { url: absolute(site, '/website') }),
    ...(site.logo && site.host && { logo: absolute(site, filePath(site.logo)) }),
    ...(site.servicePhone && {
      contactPoint: {
        '@type': 'ContactPoint',
        telephone: site.servicePhone,
        contactType: 'customer service',
      },
    }),
  };
}

function partnerWall(partners: ContentPart<'partners'> = []): Html | undefined {
  if (partners.length === 0) return undefined;
  return html`<ul class="partners">${partners.map(
    ({ partnersName, logo, width, height }) =>
      html`<li>${logo ? picture({ path: logo, alt: partnersName, width, height }) : html`<span>${partnersName}</span>`}</li>`,
  )}</ul>`;
}

/** The front page of a site: the carousel, the three products, news, partners. */
export function websitePage(of: Landing): Page {
  const { site, content } = of;
  const cards = content.goods?.filter(({ goodsType }) => goodsType <= goodsTypes.is.list);
  return landing('website', of, {
    title: site.name,
    crumbs: [],
    data: [organisation(site), ...goodsData(site, 'website', cards)],
    main: html`${hero('website', site.name, carousel(site, content.pictures) ?? codeCard(of, '微信扫码使用'))}
${section('products', '产品与服务', '报考指南、录取概率、志愿表', goodsCards(cards, 'website'))}
${section('news', '最新资讯', undefined, columnCards(content.columns, 'h3'))}
${section('partners', '合作伙伴', undefined, partnerWall(content.partners))}
${consultSection('website')}`,
  });
}

function faq(questions: ContentPart<'questions'> = []): Html | undefined {
  if (questions.length === 0) return undefined;
  return html`<div class="faq">${questions.map(
    ({ title, content }) =>
      html`<details><summary>${title}</summary><div class="rich">${rich(content)}</div></details>`,
  )}</div>`;
}

/** The three uses of the product. */
const functions = html`<ul class="three"><li class="card"><h3>查概率</h3><p>输入分数和位次，看各院校专业的录取概率与往年数据，冲、稳、保一眼分清。</p></li><li class="card"><h3>填志愿</h3><p>按省份批次规则生成志愿表，逐条核对，规划老师可审核。</p></li><li class="card"><h3>看指南</h3><p>统考、校考政策与志愿规则按省份整理，考试和填报日程不错过。</p></li></ul>`;

/** The page of Art-exam Wish: what it does, where it is open, prices, questions. */
export function ykzybPage(of: Landing): Page {
  const { site, content } = of;
  const { questions = [] } = content;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, content: answer }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer, 1_000) },
    })),
  };
  return landing('ykzyb', of, {
    data: [...goodsData(site, 'ykzyb', content.goods), ...(questions.length > 0 ? [data] : [])],
    main: html`${hero('ykzyb', publicPages.ykzyb.title, codeCard(of, '微信扫码使用'), html`<a class="button line" href="#prices">查看价格</a>`)}
${section('functions', '三件事，一处办完', undefined, functions)}
${section('provinces', `已开通 ${content.provinces?.length ?? 0} 个省份`, '各省政策、批次和公式分别核对', provinceTiles(content.provinces))}
${section('prices', '价格', undefined, goodsCards(content.goods, 'ykzyb'))}
${section('questions', '常见问题', undefined, faq(questions))}
${consultSection('ykzyb')}`,
  });
}

const mark = (value: string | null): string => (value === null ? '–' : value.replace(/\.?0+$/, ''));

/** Control lines, a fold for each province. */
function lineTables(lines: ContentPart<'lines'> = []): Html | undefined {
  if (lines.length === 0) return undefined;
  const provinces = Map.groupBy(lines, ({ province }) => province);
  return html`<div class="folds">${[...provinces].map(
    (
      [province, rows],
      at,
    ) => html`<details${at === 0 && html` open`}><summary>${province}<small>${rows[0]?.dataYear} 年</small></summary>
<div class="scroll" role="region" aria-label="${province}省控线" tabindex="0"><table><thead><tr><th scope="col">批次</th><th scope="col">类别</th><th scope="col">科类</th><th scope="col" class="num">文化线</th><th scope="col" class="num">专业线</th><th scope="col" class="num">综合线</th><th scope="col" class="num">合格线</th></tr></thead><tbody>${rows.map(
      row =>
        html`<tr><th scope="row">${row.batchName ?? '–'}</th><td>${row.category}</td><td>${nameOf(aos, row.aos)}</td><td class="num">${mark(row.cultureLine)}</td><td class="num">${mark(row.profLine)}</td><td class="num">${mark(row.compositeLine)}</td><td class="num">${mark(row.passLine)}</td></tr>`,
    )}</tbody></table></div></details>`,
  )}</div>`;
}

/** The page of Fine-art Wish: provinces, the latest lines, prices. */
export function mszytbPage(of: Landing): Page {
  const { site, content } = of;
  return landing('mszytb', of, {
    data: goodsData(site, 'mszytb', content.goods),
    main: html`${hero('mszytb', publicPages.mszytb.title, codeCard(of, '微信扫码使用'), html`<a class="button line" href="#lines">看最新省控线</a>`)}
${section('lines', '美术与设计类最新省控线', '以各省教育考试院公布为准', lineTables(content.lines))}
${section('provinces', '开通省份', undefined, provinceTiles(content.provinces))}
${section('prices', '价格', undefined, goodsCards(content.goods, 'mszytb'))}
${consultSection('mszytb')}`,
  });
}

function chapterList(chapters: ContentPart<'chapters'> = []): Html | undefined {
  if (chapters.length === 0) return undefined;
  return html`<ul class="chapters">${chapters.map(
    ({ id, title, chapter, province, freeFlag }) =>
      html`<li><span class="kind">${province} · ${nameOf(guideChapter, chapter)}</span>${
        freeFlag === 1
          ? html`<a href="${pathOf(portalCalls.chapter, { id: String(id) })}">${title}</a><em>免费试读</em>`
          : html`<span class="locked">${title}</span><em class="soft">购买后可读</em>`
      }</li>`,
  )}</ul>`;
}

function calendar(events: ContentPart<'events'> = []): Html | undefined {
  if (events.length === 0) return undefined;
  return html`<ol class="events">${events.map(event => {
    const link = safeLink(event.url);
    const title = link
      ? html`<a href="${link}" rel="noopener nofollow">${event.title}</a>`
      : html`${event.title}`;
    return html`<li><span class="day"><b>${event.startTime.slice(8, 10)}</b>${Number(event.startTime.slice(5, 7))} 月</span><div><h3>${title}</h3><p class="soft">${event.province} · ${nameOf(scheduleType, event.scheduleType)} · ${timeOf(event.startTime)}${event.endTime && html` 至 ${timeOf(event.endTime)}`}</p></div></li>`;
  })}</ol>`;
}

/** The page of the guide: free chapters, the next thirty days, how to buy it. */
export function ykzyznPage(of: Landing): Page {
  const { site, content } = of;
  const guides = content.goods?.filter(({ goodsType }) => goodsType === goodsTypes.is.guide);
  return landing('ykzyzn', of, {
    data: goodsData(site, 'ykzyzn', guides),
    main: html`${hero('ykzyzn', publicPages.ykzyzn.title, codeCard(of, '微信扫码购买'), html`<a class="button line" href="#calendar">近期日程</a>`)}
${section('chapters', '指南目录', '标有“免费试读”的章节可直接阅读', chapterList(content.chapters))}
${section('calendar', '未来 30 天', '报名、考试、查分与志愿填报', calendar(content.events))}
${section('prices', '购买指南', undefined, goodsCards(guides, 'ykzyzn'))}
${consultSection('ykzyzn')}`,
  });
}
