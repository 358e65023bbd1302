import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { call } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

/** A salesperson and an editor of the demo house. */
const seller = { userName: 'sale01', password: adminPassword };
const editor = { userName: 'ops', password: adminPassword };

const region = (page: Page | Locator, name: string) => page.getByRole('region', { name, exact: true });
/** The number of a figure's card. */
const figure = (block: Locator, name: string) =>
  block
    .locator('dl')
    .filter({ has: block.page().locator('dt', { hasText: name }) })
    .locator('dd > div')
    .first();

/** Waits until every chart, ranking and figure of the page is loaded. */
async function come(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '重新加载' })).toHaveCount(0);
  await expect(page.locator('figure').first()).toBeVisible();
}

test.describe('the admin dashboard (spec section 2)', () => {
  test.beforeEach(({ page }) => logIn(page));

  test('"headline for 2024, left column with total visits, total completed profiles, online sales order counts, sales amount in yuan, formal activation-code totals per card name"', async ({
    page,
  }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2024 年数据总览');
    await come(page);
    for (const [title, path] of [
      ['总访问', '/api/user/large/screen/visit'],
      ['完善资料', '/api/user/large/screen/complete'],
    ] as const) {
      const { totalCount, list } = (await call(page, 'GET', path)) as {
        totalCount: number;
        list: { labelName: string }[];
      };
      const pie = region(page, title).locator('figure');
      await expect(pie.locator('svg text').first()).toHaveText(totalCount.toLocaleString('en-US'));
      await expect(pie.locator('li')).toHaveCount(list.length);
      // "Pies are 450px".
      expect((await pie.boundingBox())?.height).toBe(450);
    }
    const orders = (await call(page, 'GET', '/api/data/wish/large/screen/order')) as Record<
      string,
      { probCount: number; guideCount: number; voluntaryListCount: number }
    >;
    const table = region(page, '线上订单数').getByRole('table');
    for (const [state, title] of [
      ['pay', '已支付'],
      ['close', '已关闭'],
      ['refund', '已退款作废'],
    ] as const) {
      const counts = orders[state];
      const cells = table.getByRole('row').filter({ hasText: title }).getByRole('cell');
      await expect(cells).toHaveText(
        [counts?.probCount, counts?.guideCount, counts?.voluntaryListCount].map(String),
      );
    }
    const { totalAmountCount } = (await call(page, 'GET', '/api/data/wish/large/screen/amount')) as {
      totalAmountCount: number;
    };
    expect(totalAmountCount).toBeGreaterThan(0);
    await expect(figure(page.getByRole('main'), '销售金额（元）')).toHaveText(
      totalAmountCount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    );
    const codes = (await call(page, 'GET', '/api/data/wish/large/screen/code')) as { cardName: string }[];
    expect(codes.length).toBeGreaterThan(0);
    for (const { cardName } of codes) await expect(region(page, '正式激活码')).toContainText(cardName);
  });

  test('"today overview with four figures each compared with yesterday; four line charts each with a top-ten channel ranking beside it"', async ({
    page,
  }) => {
    const today = region(page, '今日概览');
    for (const name of ['访问人数', '完善资料', '线上订单', '激活码激活']) {
      await expect(figure(today, name)).toHaveText(/^\d/);
    }
    await expect(today.getByText(/较昨日|昨日无数据/)).toHaveCount(4);
    await expect(today.getByText(/金额 [\d,.]+ 元/)).toBeVisible();
    for (const name of ['新增用户', '活跃用户', '线上订单', '激活码激活']) {
      const line = page.getByRole('img', { name, exact: true });
      await expect(line).toBeVisible();
      // "lines 300px".
      expect((await line.boundingBox())?.height).toBe(300);
      await expect(region(page, `${name}：渠道排行`).getByRole('listitem').first()).toBeVisible();
    }
    // Arrow keys select the days of a chart, with the values of its table.
    const add = page.getByRole('img', { name: '新增用户', exact: true });
    await add.focus();
    await page.keyboard.press('ArrowLeft');
    const told = (await add.locator('xpath=following-sibling::figcaption').textContent()) ?? '';
    await page.getByRole('button', { name: '新增用户：查看表格' }).click();
    const [day = '', value = ''] = told.split('　');
    await expect(page.getByRole('row').filter({ hasText: day }).getByRole('cell').last()).toHaveText(value);
    await page.getByRole('button', { name: '新增用户：查看图表' }).click();
    const sheet = page.waitForEvent('download');
    await page.getByRole('button', { name: '新增用户：导出表格' }).click();
    const text = await readFile(await (await sheet).path(), 'utf8');
    expect(text.split('\r\n').filter(line => line !== '')).toHaveLength(31);
    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: '总访问：保存图片' }).click();
    const bytes = await readFile(await (await picture).path());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(bytes.length).toBeGreaterThan(5_000);
  });

  test('"channel ranking panel: filter select, top-10 list, detail dialog titled data detail with a 7-day table; online selects card 2 status 1, code card 2 status 3"', async ({
    page,
  }) => {
    const online = region(page, '线上订单：渠道排行');
    await expect(online.locator('.ant-select')).toContainText('概率 · 已支付');
    await expect(region(page, '激活码激活：渠道排行').locator('.ant-select')).toContainText('概率 · 已激活');
    await expect(region(page, '新增用户：渠道排行').locator('.ant-select')).toHaveCount(0);
    const numbers = await online.locator('li b').allTextContents();
    expect(numbers.map(Number)).toEqual(numbers.map(Number).toSorted((one, other) => other - one));
    expect(numbers.length).toBeLessThanOrEqual(10);
    await online.getByRole('button', { name: '线上订单：数据明细' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('数据明细', { exact: true })).toBeVisible();
    const heads = await dialog.getByRole('columnheader').allTextContents();
    expect(heads.filter(head => /^\d\d-\d\d/.test(head))).toHaveLength(7);
    expect(heads[1]).toContain('今天');
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    await expectNoFaults(page, { within: '.ant-modal' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('"the dashboard proceeds only when the response success flag is true, otherwise it shows nothing"', async ({
    page,
  }) => {
    await page.route('**/api/data/wish/large/screen/order', route =>
      route.fulfill({
        json: { success: false, code: 500, message: 'x', data: { pay: {}, close: {}, refund: {} } },
      }),
    );
    await page.route('**/api/user/large/screen/visit', route => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await expect(region(page, '完善资料').locator('figure svg')).toBeVisible();
    await expect(region(page, '线上订单数').getByRole('table')).toHaveCount(0);
    await expect(region(page, '总访问').locator('figure')).toHaveCount(0);
    await page.unrouteAll();
    await region(page, '总访问').getByRole('button', { name: '重新加载' }).click();
    await expect(region(page, '总访问').locator('figure svg')).toBeVisible();
  });

  test('keeps nobody out, light and dark, in both languages, on a wide screen and on a phone', async ({
    page,
  }) => {
    for (const [mode, language, width] of [
      ['light', 'zh', 1366],
      ['dark', 'en', 390],
    ] as const) {
      await page.evaluate(
        ([theme, tongue]) => {
          localStorage.setItem('yikao.theme', JSON.stringify({ mode: theme, primary: '#409eff' }));
          localStorage.setItem('yikao.language', tongue);
        },
        [mode, language] as const,
      );
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await expect(page.locator('figure svg').nth(5)).toBeVisible();
      await expectNoFaults(page, { within: 'main', minor: true });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
});

test('"sale flag gives the sales dashboard": overview, revenue, province block, four today-counters and two lines over a date range', async ({
  page,
}) => {
  await logIn(page, '/home', seller);
  const stat = (await call(page, 'POST', '/api/data/wish/order/stat', {})) as {
    user: { totalCount: number; todayVisitCount: number };
    sale: { totalCount: number };
    income: { grandTotalAmount: number };
    provinces: { countName: string }[];
  };
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('数据统计');
  const total = region(page, '累计概况');
  await expect(figure(total, '用户总数')).toHaveText(String(stat.user.totalCount));
  await expect(figure(total, '销售总数')).toHaveText(String(stat.sale.totalCount));
  await expect(figure(total, '合伙人可提现佣金（元）')).toHaveText(/^[\d,]+\.\d\d$/);
  const revenue = region(page, '合伙人佣金');
  for (const name of ['昨日收益（元）', '本月收益（元）', '累计收益（元）']) {
    await expect(figure(revenue, name)).toHaveText(/^[\d,]+\.\d\d$/);
  }
  const today = region(page, '今日数据');
  await expect(figure(today, '访问人数')).toHaveText(String(stat.user.todayVisitCount));
  await expect(today.getByText(/较昨日|昨日无数据/)).toHaveCount(4);
  await expect(region(page, '省份分析').getByRole('listitem')).toHaveCount(stat.provinces.length);
  for (const name of ['线上订单', '激活码激活'])
    await expect(region(page, name).locator('figure')).toBeVisible();
  await expectNoFaults(page, { within: 'main' });
});

test('"anyone else sees only a welcome heading"', async ({ page }) => {
  await logIn(page, '/home', editor);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('运营小林');
  await expect(page.locator('figure')).toHaveCount(0);
});

test('order and code statistics by the type-status keys of spec section 4, and channels by every click type', async ({
  page,
}) => {
  await logIn(page, '/stat/order');
  const keys = page.getByRole('group', { name: '类型与状态' }).getByRole('button');
  await expect(keys).toHaveText([
    /概率 · 已支付/,
    /概率 · 已关闭/,
    /概率 · 已退款作废/,
    /指南 · 已支付/,
    /指南 · 已关闭/,
    /指南 · 已退款作废/,
    /志愿表 · 已支付/,
    /志愿表 · 已关闭/,
    /志愿表 · 已退款作废/,
  ]);
  const lines = (await call(page, 'POST', '/api/data/wish/channel/stat/line', { clickType: 3 })) as {
    key: string;
    total: number;
  }[];
  for (const [at, { total }] of lines.entries()) await expect(keys.nth(at)).toContainText(String(total));
  await keys.nth(3).click();
  await expect(region(page, '指南 · 已支付：每日数量')).toBeVisible();
  await expect(keys.nth(6)).toContainText(/实收 ¥[\d,]+\.\d\d/);
  await page.getByText('金额（元）', { exact: true }).click();
  await expect(region(page, '指南 · 已支付：每日金额（元）')).toBeVisible();
  await expect(region(page, '全部渠道').getByRole('row').nth(1)).toBeVisible();
  await expectNoFaults(page, { within: 'main' });

  await page.goto('/stat/code');
  await expect(keys).toHaveText([/概率 · 已激活/, /概率 · 已作废/, /指南 · 已激活/, /指南 · 已作废/]);

  await page.goto('/stat/channel');
  for (const name of ['新增用户', '活跃用户', '线上订单', '激活码激活']) {
    await page.getByRole('radiogroup').getByText(name, { exact: true }).click();
    await expect(region(page, '全部渠道').getByRole('row').nth(1)).toBeVisible();
    await expect(region(page, `${name}：渠道排行`)).toHaveCount(0);
  }
  await page.getByRole('button', { name: '激活码激活：数据明细' }).click();
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoFaults(page, { within: 'main' });
});
