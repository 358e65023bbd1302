import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from './contexts/testing/seeded-app.ts';
import { menu } from './seeds/menu.ts';

let app: SeededApp;
let token = '';
beforeAll(async () => {
  app = await openSeededApp();
  token = (await app.login('admin')).token;
});
afterAll(() => app.close());

/** The calls of a dataset with all operations, below its path (domain 0.2). */
const whole = [
  ...['GET', 'GET /list', 'GET /info', 'POST', 'PUT', 'DELETE', 'POST /import', 'POST /export'],
  ...['POST /batch/update', 'POST /batch/delete'],
] as const;
const edited = whole.slice(0, 6);

/**
 * The datasets of the reference contexts with their paths, their numbers of columns and their pages (domain 2.B to
 * 2.F, 7.1, 8.7).
 */
const datasets: readonly (readonly [
  path: string,
  tableId: number | null,
  page: string,
  calls: readonly string[],
])[] = [
  ['/api/base/province', null, '/base/province', edited],
  ['/api/data/wish/region', 14, '/wish/region', whole],
  ['/api/base/country', null, '/base/country', edited],
  ['/api/base/source', null, '/base/source', edited],
  ['/api/base/column', null, '/base/column', edited],
  ['/api/data/wish/jointCategory', 15, '/wish/jointCategory', whole],
  ['/api/data/wish/batch', 11, '/wish/batch', whole],
  ['/api/data/wish/rankCategory', null, '/wish/rankCategory', edited],
  ['/api/data/wish/school', 22, '/wish/school', whole],
  ['/api/data/wish/sch/examType', 10, '/sch/examType', whole],
  ['/api/data/wish/school/prof', 8, '/wish/schoolProf', whole],
  ['/api/data/wish/prof', 7, '/wish/prof', whole],
  ['/api/data/wish/site', 3, '/wish/site', whole],
  ['/api/base/schedule/exam', 25, '/base/schedule', whole],
  ['/api/data/wish/provinceStat', 1, '/wish/provinceStat', whole],
  ['/api/data/wish/schoolStat', 2, '/wish/schoolStat', whole],
  ['/api/data/wish/admission', 4, '/wish/admission', whole],
  ['/api/data/wish/archive', 5, '/wish/archive', whole],
  ['/api/data/wish/remark', 6, '/wish/remark', whole],
  ['/api/data/wish/segment', 9, '/wish/segment', whole],
  ['/api/data/wish/score', 12, '/wish/score', whole],
  ['/api/data/wish/rank', 13, '/wish/rank', whole],
  ['/api/data/wish/occupation', 16, '/wish/occupation', whole],
  ['/api/data/wish/salary', 17, '/wish/salary', whole],
  ['/api/data/wish/algorithm', 18, '/wish/algorithm', whole],
  ['/api/data/wish/formula', 19, '/wish/formula', whole],
  ['/api/data/wish/tieRule', 90, '/wish/tieRule', whole],
  ['/api/data/wish/exceptions', 20, '/wish/exceptions', whole],
  ['/api/data/wish/guideInfo', 21, '/wish/guideInfo', whole],
  ['/api/admin/wish/user', 40, '/user/wishUser', edited],
  ['/api/admin/wish/user/perm', 38, '/user/perm', edited],
  ['/api/admin/wish/user/category', 91, '/user/category', whole],
  ['/api/admin/wish/user/exam/score', 92, '/user/examscore', whole],
  ['/api/admin/wish/user/limit', null, '/user/limit', edited],
  ['/api/admin/wish/user/card', 60, '/user/card', ['GET', 'GET /list', 'POST /grant', 'POST /export']],
  ['/api/base/wish/partners', 29, '/wish/partners', [...edited, 'POST /export', 'POST /batch/update']],
  ['/api/base/province/partners', 51, '/base/provincePartners', [...edited, 'POST /import', 'POST /export']],
  ['/api/base/teacher/partners', null, '/base/teacherPartners', edited],
  ['/api/base/channel', 28, '/base/channel', whole],
  ['/api/base/agent', 30, '/base/agent', whole],
  ['/api/data/wish/abroad/direction', null, '/aboard/direction', edited],
  ['/api/data/wish/abroad/school', 42, '/abroad/school', whole],
  ['/api/data/wish/abroad/item', 43, '/abroad/item', whole],
  ['/api/base/carousel', null, '/base/carousel', edited],
  ['/api/base/poster', null, '/base/poster', edited],
  ['/api/base/menu', null, '/base/appMenu', edited],
  ['/api/admin/push/app', null, '/push/app', edited],
  [
    '/api/admin/push/device',
    57,
    '/push/device',
    ['GET', 'GET /list', 'DELETE', 'POST /export', 'POST /bind'],
  ],
  [
    '/api/admin/push/task',
    null,
    '/push/task',
    [...edited, 'POST /build', 'POST /distribute', 'POST /cancel'],
  ],
  ['/api/admin/push/record', null, '/push/record', ['GET', 'GET /list']],
  ['/api/course/tiktok/account', null, '/tiktok/account', ['GET', 'GET /list', 'DELETE', 'GET /auth/url']],
  ['/api/course/tiktok/course', null, '/tiktok/course', [...edited, 'POST /submit', 'GET /class/list']],
  [
    '/api/course/tiktok/mount',
    64,
    '/tiktok/mount',
    [...edited, 'POST /export', 'POST /submit', 'POST /unbind'],
  ],
  ['/api/exam/exam', null, '/exam/exam', [...edited, 'PUT /open', 'PUT /publish', 'GET /progress']],
  ['/api/exam/prof', null, '/exam/prof', edited],
  ['/api/exam/subject', null, '/exam/subject', edited],
  ['/api/exam/question', 36, '/exam/question', whole],
  ['/api/exam/apply', 47, '/exam/apply', [...edited, 'POST /export', 'PUT /audit']],
  ['/api/admin/feige/account', null, '/feige/account', edited],
  [
    '/api/admin/feige/call',
    59,
    '/feige/call',
    ['GET', 'GET /list', 'POST', 'POST /export', 'GET /state', 'GET /record', 'POST /notify'],
  ],
  [
    '/api/admin/feige/sms',
    56,
    '/feige/sms',
    [
      ...['GET', 'GET /list', 'POST /send', 'POST /import', 'POST /export', 'POST /notify'],
      ...['POST /preview', 'GET /budget', 'PUT /withdraw'],
    ],
  ],
  ['/api/admin/feige/sms/template', null, '/feige/template', [...edited, 'POST /check', 'PUT /submit']],
  ['/api/admin/feige/block', null, '/feige/block', edited],
  ['/api/sys/gateway', null, '/sys/gateway', ['GET', 'GET /list']],
  ['/api/admin/mobile', 32, '/mobile/lead', whole],
  ['/api/data/wish/abroad/order', 46, '/abroad/order', ['GET', 'GET /list', 'GET /info', 'POST /page']],
];

/** Further calls (domain 8.4 to 8.6). */
const further = [
  'GET /api/base/city/list',
  'GET /api/base/city/tree',
  'GET /api/base/province_cache_list',
  'GET /api/base/province/admin/all/list',
  'POST /api/base/province/upgrade',
  'GET /api/data/wish/aos/list',
  'GET /api/data/wish/jointCategory/options',
  'GET /api/data/wish/batch/options',
  'GET /api/data/wish/search/school',
  'GET /api/data/wish/prof/search',
  'GET /api/admin/allSchoolList',
  'GET /api/admin/allSourceList',
  'GET /api/admin/allChannelList',
  'GET /api/base/wish/partners/all',
  'POST /api/data/wish/sch/examType/check',
  'GET /api/data/wish/sch/examType/check/list',
  'POST /api/data/wish/admission/check',
  'GET /api/data/wish/admission/check/list',
  'POST /api/data/wish/predict/rank/generate',
  'GET /api/data/wish/segment/rank',
  'GET /api/data/wish/segment/chart',
  'POST /api/data/wish/formula/test',
  'POST /api/data/wish/algorithm/test',
  'POST /api/data/wish/rank/compute',
  'PUT /api/data/wish/guideInfo/publish',
  'POST /api/data/wish/cache/clean',
  'GET /api/base/website/page',
  'POST /api/base/website/consult',
  'GET /api/base/poster/render',
  'GET /api/base/carousel/app',
  'GET /api/base/menu/app',
  'GET /api/base/get_limit_date',
  'POST /api/base/save_limit_date',
  'POST /api/admin/push/device/unbind',
  'POST /api/admin/push/device/click',
  'POST /api/admin/push/task/estimate',
  'POST /api/admin/push/task/pause',
  'POST /api/admin/push/task/resume',
  'GET /api/admin/push/task/progress',
  'POST /api/admin/push/task/audience/import',
  'POST /api/course/tiktok/account/authorize',
  'POST /api/course/tiktok/account/unbind',
  'POST /api/course/tiktok/account/refresh',
  'GET /api/course/tiktok/course/audit/:id',
  'GET /api/course/tiktok/mount/check',
  'POST /api/course/tiktok/notify',
  'POST /api/exam/app/apply',
  'POST /api/exam/app/start',
  'POST /api/exam/app/answer',
  'POST /api/exam/app/submit',
  'POST /api/admin/call/record/feign/notify',
  'GET /api/admin/user/call/token/exchange',
  'POST /api/admin/user/call/token/refresh',
  'POST /api/admin/mobile/assign',
  'POST /api/admin/mobile/claim',
  'POST /api/admin/mobile/recycle',
  'PUT /api/admin/mobile/status',
  'GET /api/admin/mobile/follow/list',
  'POST /api/admin/mobile/follow',
  'GET /api/admin/mobile/pool/list',
  'GET /api/admin/mobile/assign/log/list',
  'GET /api/admin/mobile/stat',
];

/** Calls of cards, goods, coupons, orders, refunds and settlements (spec section 7). */
const sales = [
  ...['GET', 'POST', 'PUT', 'DELETE'].flatMap(method =>
    ['/api/base/card', '/api/base/goods', '/api/base/coupon', '/api/pay/account'].map(
      path => `${method} ${path}`,
    ),
  ),
  'GET /api/base/card/info',
  'GET /api/base/goods/get',
  'GET /api/base/coupon/get',
  'GET /api/mock/app/order',
  'DELETE /api/mock/app/order',
  'GET /api/mock/app/export_order',
  'POST /api/mock/app/delete/file/batch/order',
  'POST /api/data/wish/service_order',
  'PUT /api/data/wish/service/order',
  'POST /api/data/wish/export/service_order',
  'POST /api/data/wish/service/order/channel',
  'POST /api/data/wish/parent/channel/service/order/export',
  'POST /api/data/wish/abroad/order/page',
  'POST /api/data/wish/export/abroad/order',
  'POST /api/data/wish/abroad/export/order',
  'POST /api/pay/apply_refund',
  ...['GET', 'POST', 'PUT'].map(method => `${method} /api/admin/card/code/rule`),
  ...['POST', 'PUT'].map(method => `${method} /api/admin/card/code`),
  'POST /api/admin/card/code/update',
  'GET /api/admin/card/code/serial/no',
  'GET /api/admin/card/code/export',
  'POST /api/admin/card/code/batch/update/expire',
  'POST /api/admin/card/code/batch/update',
  'POST /api/admin/card/code/cancel',
  'POST /api/admin/card/code/online/rule',
  'POST /api/admin/card/code/single/rule',
  'POST /api/admin/card/code/order/create',
  'POST /api/admin/card/code/order/pay/status',
  'POST /api/admin/card/code/order/list',
  ...['POST', 'GET', 'PUT', 'DELETE'].map(method => `${method} /api/data/wish/partners/settle`),
];

/** Calls of courses, lectures and live rooms (spec section 7: lessons, upload, audit, lecture, live, live/room/goods). */
const teaching = [
  ...['GET', 'GET /list', 'GET /info', 'GET /options', 'POST', 'PUT', 'DELETE', 'POST /audit'].map(call => {
    const [method, rest = ''] = call.split(' ');
    return `${method} /api/course${rest}`;
  }),
  ...['GET', 'GET /list', 'GET /info', 'POST', 'PUT', 'DELETE', 'POST /import'].map(call => {
    const [method, rest = ''] = call.split(' ');
    return `${method} /api/course/lessons${rest}`;
  }),
  ...['GET', 'GET /list', 'POST', 'DELETE'].map(call => {
    const [method, rest = ''] = call.split(' ');
    return `${method} /api/course/upload${rest}`;
  }),
  ...['/api/data/wish/lecture', '/api/data/wish/live'].flatMap(path =>
    ['GET', 'GET /list', 'GET /info', 'POST', 'PUT', 'DELETE', 'POST /import', 'POST /export']
      .concat(['POST /batch/update', 'POST /batch/delete'])
      .map(call => {
        const [method, rest = ''] = call.split(' ');
        return `${method} ${path}${rest}`;
      }),
  ),
  'GET /api/data/wish/lecture/apply',
  'POST /api/data/wish/lecture/apply',
  'POST /api/data/wish/lecture/apply/sign/code',
  'PUT /api/course/lessons/order',
  'GET /api/course/lessons/play',
  'POST /api/course/app/play',
  'GET /api/course/media/:name',
  'POST /api/course/upload/tus',
  'PATCH /api/course/upload/tus/:videoId',
  'POST /api/data/wish/live/start',
  'POST /api/data/wish/live/stop',
  ...['GET', 'POST', 'PUT', 'DELETE'].map(method => `${method} /api/base/live/room/goods`),
  'PUT /api/base/live/room/goods/explain',
  'PUT /api/base/live/room/goods/on',
  'PUT /api/base/live/room/goods/off',
  'GET /api/data/wish/live/session/list',
];

/** Pages of courses, lectures, live rooms, pushes and short videos, with the numbers of their column sets (domain 7.1, 8.7). */
const teachingPages = [
  ['/course/course', undefined],
  ['/course/lessons', 48],
  ['/course/upload', undefined],
  ['/wish/lecture', 26],
  ['/wish/live', 27],
  ['/base/liveGoods', undefined],
  ['/push/app', undefined],
  ['/push/device', 57],
  ['/push/task', undefined],
  ['/tiktok/account', undefined],
  ['/tiktok/course', undefined],
  ['/tiktok/mount', 64],
] as const;

describe('the calls and screens of the reference data (domain section 8)', () => {
  const has = (call: string) => {
    const [method = '', url = ''] = call.split(' ');
    return app.app.hasRoute({ method: method as 'GET', url });
  };

  test('every dataset answers at its path with its verbs, under its number, and its list is read', async () => {
    const missing = datasets.flatMap(([path, , , calls]) =>
      calls
        .map(call => call.split(' '))
        .map(([method, rest = '']) => `${method} ${path}${rest}`)
        .filter(call => !has(call)),
    );
    expect(missing).toEqual([]);
    const numbers = new Map(Object.values(registry).map(({ path, tableId }) => [path, tableId ?? null]));
    for (const [path, tableId] of datasets)
      expect([path, numbers.get(path as never)]).toEqual([path, tableId]);
    for (const [path] of datasets) {
      const { status, data } = await app.call('GET', `${path}/list`, { token });
      expect([path, status]).toEqual([path, 200]);
      expect(data).toMatchObject({ records: expect.any(Array), total: expect.any(Number) });
    }
  });

  test('every other call of these families is there', () => {
    expect(further.filter(call => !has(call))).toEqual([]);
  });

  test('every call of what is sold is there, and the document names each without a slash at its end', async () => {
    expect(sales.filter(call => !has(call))).toEqual([]);
    const document = await app.app.inject({ url: '/openapi.json', headers: { 'access-token': token } });
    const { paths } = document.json();
    expect(Object.keys(paths).filter(path => path.length > 1 && path.endsWith('/'))).toEqual([]);
    const documented = sales.filter(call => {
      const [method = '', url = ''] = call.split(' ');
      return paths[url]?.[method.toLowerCase()] === undefined;
    });
    expect(documented).toEqual([]);
  });

  test('every call of courses, lectures and live rooms is there, each with its page and number', () => {
    expect(teaching.filter(call => !has(call))).toEqual([]);
    const found = teachingPages.map(([page]) => [
      page,
      Object.values(registry).find(({ menu: place }) => place?.at === page)?.tableId,
    ]);
    expect(found).toEqual(teachingPages.map(([page, tableId]) => [page, tableId]));
  });

  test('every page stands in the menu', () => {
    const pages = new Set(menu.flatMap(group => group.pages.map(({ permUrl }) => permUrl)));
    expect(datasets.map(([, , page]) => page).filter(page => !pages.has(page as `/${string}`))).toEqual([]);
  });
});

/** The folder of a page that is written by hand: `/stat/channelStat` as `stat/channel-stat`. */
const folderOf = (permUrl: string) =>
  permUrl
    .split('/')
    .filter(Boolean)
    .map(part => part.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, ''))
    .join('/');

/** The folders of the pages that are written by hand, as {@link folderOf} names them. */
const handWritten = new Set(
  globSync('*/pages/**/Page.tsx', { cwd: join(import.meta.dirname, '../web/contexts') }).map(file =>
    dirname(file)
      .replaceAll('\\', '/')
      .replace(/^[^/]+\/pages\//, ''),
  ),
);

test('every page of the menu is a screen of a dataset or written by hand', () => {
  const ofDatasets = new Set([...Object.values(registry), ...screens].map(each => each.menu?.at));
  const nowhere = menu
    .flatMap(({ pages }) => pages)
    .filter(({ permUrl }) => !handWritten.has(folderOf(permUrl)) && !ofDatasets.has(permUrl));
  expect(nowhere).toEqual([]);
});
