import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { call, dialog, filters, pick, pressAction, pressTool, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

const posterName = '艺考志愿宝邀请海报';

/** The row of a name in the list. */
const rowNamed = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** The names of the sortable list, in order. */
const order = (opened: Locator) => opened.getByRole('list', { name: /^(顺序|Order)$/ }).getByRole('listitem');

/** The stored values of a poster. */
async function stored(page: Page, name: string): Promise<Record<string, unknown>> {
  const query = `posterName=${encodeURIComponent(name)}`;
  const { records } = (await call(page, 'GET', `/api/base/poster?${query}`)) as {
    records: { posterId: number }[];
  };
  const path = `/api/base/poster/info?posterId=${records[0]?.posterId}`;
  return (await call(page, 'GET', path)) as Record<string, unknown>;
}

test('a poster is designed with the mouse, with keys and with numbers, and saved', async ({ page }) => {
  await logInToLook(page, '/base/poster');
  await expect(rowNamed(page, posterName)).toBeVisible();
  const before = await stored(page, posterName);
  await pressAction(page, rowNamed(page, posterName), '设计');
  const opened = dialog(page);
  const code = opened.getByRole('button', { name: /^二维码，/ });
  await expect(code).toBeVisible();

  // Keys: three pixels right, ten down.
  await code.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown'])
    await page.keyboard.press(key);
  const [x, y] = [Number(before.qrX) + 3, Number(before.qrY) + 10];
  await expect(opened.getByLabel('左边距', { exact: true })).toHaveValue(String(x));
  await expect(opened.getByLabel('上边距', { exact: true })).toHaveValue(String(y));

  // A number.
  await opened.getByLabel('边长', { exact: true }).fill('290');
  await opened.getByLabel('边长', { exact: true }).blur();

  // The mouse: a text is dragged down.
  const title = opened.getByRole('button', { name: /^文字 1：/ });
  const from = await title.boundingBox();
  if (!from) throw new Error('The text is not there');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 + 30, { steps: 5 });
  await page.mouse.up();
  const moved = Number(await opened.getByLabel('上边距', { exact: true }).inputValue());
  expect(moved).toBeGreaterThan(150);

  // A text that is too long, and a character that no font has.
  await opened.getByRole('button', { name: '添加文字' }).click();
  await opened
    .getByLabel('内容', { exact: true })
    .fill('美术与设计类统考成绩公布时间以省教育考试院的公告为准，请及时查询');
  await expect(opened.getByText(/文字超出了框，图片中只显示“.+…”/)).toBeVisible();
  await opened.getByLabel('最多行数', { exact: true }).fill('3');
  await expect(opened.getByText(/文字超出了框/)).toHaveCount(0);
  await opened.getByLabel('内容', { exact: true }).fill('𠮷祥如意');
  await expect(opened.getByText('字体里没有“𠮷”，请换一个写法，否则不能保存。')).toBeVisible();
  await lookAt(page, 'posters_design');
  await expectNoFaults(page, { within: '.ant-modal' });
  await opened.getByRole('button', { name: '保存', exact: true }).click();
  await expect(opened.getByText(/含有字体里没有的字：第 4 行的“𠮷”/)).toBeVisible();
  await opened.getByLabel('内容', { exact: true }).fill('吉祥如意');

  // The picture of the draft, then the save.
  await opened.getByRole('button', { name: '预览图片' }).click();
  await expect(page.getByRole('img', { name: '预览：与下载的图片一致' })).toBeVisible();
  await lookAt(page, 'posters_preview');
  await page.keyboard.press('Escape');
  await opened.getByRole('button', { name: '保存', exact: true }).click();
  await expect(toast(page, '海报已保存')).toBeVisible();
  const after = await stored(page, posterName);
  expect(after).toMatchObject({ qrX: x, qrY: y, qrSize: 290 });
  expect(after.textItems).toHaveLength(4);
  expect(after.textItems).toMatchObject([{ y: moved }, {}, {}, { text: '吉祥如意', lines: 3 }]);
});

test('a poster is drawn for a channel and downloaded, and the list counts it', async ({ page }) => {
  await logInToLook(page, '/base/poster');
  const uses = Number((await stored(page, posterName)).useNum);
  await pressAction(page, rowNamed(page, posterName), '取图');
  const opened = dialog(page);
  await opened.getByRole('button', { name: '生成图片' }).click();
  await expect(opened.getByRole('alert')).toContainText('请选择渠道');
  const { records } = (await call(page, 'GET', '/api/base/channel?status=1')) as {
    records: { channelName: string }[];
  };
  await pick(page, opened, '渠道', String(records[0]?.channelName));
  await opened.getByRole('button', { name: '生成图片' }).click();
  await expect(opened.getByRole('img', { name: /^海报图片，渠道/ })).toBeVisible();
  await lookAt(page, 'posters_picture');
  const downloading = page.waitForEvent('download');
  await opened.getByRole('button', { name: '下载图片' }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1920]);
  expect(Number((await stored(page, posterName)).useNum)).toBe(uses + 1);
});

test('a design that somebody else changed meanwhile is not written over', async ({ page, browser }) => {
  await logInToLook(page, '/base/poster');
  await pressAction(page, rowNamed(page, posterName), '设计');
  const opened = dialog(page);
  await expect(opened.getByRole('button', { name: /^二维码，/ })).toBeVisible();
  const other = await otherBrowser(browser);
  await logIn(other, '/base/poster', { userName: 'ops', password: adminPassword });
  const { posterId, version, qrX } = await stored(other, posterName);
  await call(other, 'PUT', '/api/base/poster', { posterId, version, qrX: Number(qrX) + 1 });
  await other.context().close();
  await opened.getByRole('button', { name: /^二维码，/ }).press('ArrowLeft');
  await opened.getByRole('button', { name: '保存', exact: true }).click();
  await expect(opened.getByText('海报已被他人修改。请重新打开后再改。')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '放弃修改' }).click();
});

test('carousels are put in order by keys and by dragging, beside the phone, and the app follows', async ({
  page,
}) => {
  await logInToLook(page, '/base/carousel');
  await expect(rowNamed(page, '往期活动')).toBeVisible();
  await pressTool(page, '排序与预览');
  const opened = dialog(page);
  await expect(order(opened)).toHaveCount(4);
  // The one whose time is over is in the list and not on the phone.
  await expect(order(opened).filter({ hasText: '往期活动' })).toContainText('此处不展示');
  await expect(opened.getByRole('img', { name: '往期活动' })).toHaveCount(0);

  await order(opened)
    .nth(1)
    .getByRole('button', { name: /^第 2 项/ })
    .focus();
  await page.keyboard.press('ArrowUp');
  await expect(order(opened).first()).toContainText('录取概率查询');
  await expect(opened.getByRole('status').filter({ hasText: '已移到第 1 位，共 4 项' })).toBeAttached();

  // The third one is dragged above the second one.
  const handle = await order(opened)
    .nth(2)
    .getByRole('button', { name: /^第 3 项/ })
    .boundingBox();
  const above = await order(opened).nth(1).boundingBox();
  if (!handle || !above) throw new Error('The rows are not there');
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(handle.x + 20, above.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect(order(opened).nth(1)).toContainText('全省美术联考报名');
  await lookAt(page, 'posters_carousel');
  await expectNoFaults(page, { within: '.ant-modal' });
  await opened.getByRole('button', { name: '保存顺序' }).click();
  await expect(toast(page, '顺序已保存')).toBeVisible();
  const shown = (await call(page, 'GET', '/api/base/carousel/app?position=1')) as { title: string }[];
  expect(shown.map(({ title }) => title)).toEqual(['录取概率查询', '全省美术联考报名', '2026 艺考报考指南']);
});

test('two people who order at once are not mixed up: the second is told and sees the new order', async ({
  page,
  browser,
}) => {
  await logInToLook(page, '/base/carousel');
  await pressTool(page, '排序与预览');
  const opened = dialog(page);
  await expect(order(opened)).toHaveCount(4);
  const other = await otherBrowser(browser);
  await logIn(other, '/base/carousel', { userName: 'ops', password: adminPassword });
  const { records } = (await call(other, 'GET', '/api/base/carousel?position=1&size=200')) as {
    records: { carouselId: number; version: number; title: string }[];
  };
  const reversed = records.toReversed().map(({ carouselId: id, version }) => ({ id, version }));
  await call(other, 'PUT', '/api/base/carousel/order', { position: 1, rows: reversed });
  await other.context().close();
  await order(opened)
    .nth(1)
    .getByRole('button', { name: /^第 2 项/ })
    .press('ArrowUp');
  await opened.getByRole('button', { name: '保存顺序' }).click();
  await expect(opened.getByText('列表已被他人修改，已重新读取，请再排一次。')).toBeVisible();
  await expect(order(opened).first()).toContainText(String(records.at(-1)?.title));
});

test('a picture with a wrong link is refused in its form, and goods are chosen by name', async ({ page }) => {
  await logInToLook(page, '/base/carousel');
  await pressAction(page, rowNamed(page, '录取概率查询'), '编辑');
  const form = dialog(page);
  await pick(page, form, '跳转', '外链');
  await form.getByLabel('跳转目标').fill('javascript:alert(1)');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form.getByText(/外链必须是以 https:\/\/ 开头的完整网址/)).toBeVisible();
});

test('the menu of an app is put in order in English, on a phone as wide as it is there', async ({ page }) => {
  await logInToLook(page, '/base/appMenu', 'en');
  await pressTool(page, 'Order and preview');
  const opened = dialog(page);
  await expect(order(opened)).toHaveCount(5);
  await order(opened)
    .first()
    .getByRole('button', { name: /^Item 1/ })
    .focus();
  await page.keyboard.press('End');
  await expect(order(opened).last()).toContainText('查院校');
  await lookAt(page, 'posters_menu', { language: 'en' });
  await expectNoFaults(page, { within: '.ant-modal' });
  await opened.getByRole('button', { name: 'Save order' }).click();
  await expect(toast(page, 'The order is saved')).toBeVisible();
  const shown = (await call(page, 'GET', '/api/base/menu/app?platform=3')) as { menuName: string }[];
  expect(shown.at(-1)?.menuName).toBe('查院校');
});

test('the design is read in English too', async ({ page }) => {
  await logInToLook(page, '/base/poster', 'en');
  await pressAction(page, rowNamed(page, posterName), 'Design');
  await expect(dialog(page).getByRole('button', { name: /^QR code, left/ })).toBeVisible();
  await lookAt(page, 'posters_design', { language: 'en', written: `of ${posterName}”` });
});

test('a partner hands out the posters of the house for its own channels, and changes none', async ({
  browser,
}) => {
  const page = await otherBrowser(browser);
  await logIn(page, '/base/poster', { userName: 'partner01', password: adminPassword });
  await expect(filters(page)).toBeVisible();
  const row = page.getByRole('main').getByRole('row').filter({ hasText: posterName });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: '设计' })).toHaveCount(0);
  await page.context().close();
});
