import type { Locator, Page } from '@playwright/test';
import { call, dialog, listRows, openList, rowOf, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';
const path = '/api/data/wish/sch/examType';

/** A row of the calendar, alone in its list. */
async function openRow(page: Page, number: number): Promise<{ readonly id: number; readonly row: Locator }> {
  await logIn(page, calendar);
  const [found] = await listRows(page, `size=1&current=${number}`);
  const id = Number(found?.dataId);
  await openList(page, `${calendar}?dataId=${id}`);
  return { id, row: rowOf(page, id) };
}

/** The cell of a row under a heading. */
async function cellUnder(page: Page, row: Locator, heading: string): Promise<Locator> {
  await expect(row).toBeVisible();
  const headings = await page.getByRole('main').getByRole('columnheader').allTextContents();
  const at = headings.findIndex(text => text.startsWith(heading));
  expect(at, heading).toBeGreaterThan(-1);
  return row.getByRole('cell').nth(at);
}

async function stored(page: Page, id: number): Promise<Record<string, unknown>> {
  return (await call(page, 'GET', `${path}/info?dataId=${id}`)) as Record<string, unknown>;
}

test('one cell is corrected by three acts of the mouse, or by eight keys', async ({ page }) => {
  const { id, row } = await openRow(page, 31);
  const cell = await cellUnder(page, row, '考试类型');
  const before = await stored(page, id);

  // Two acts: a double press, and a press on the value.
  await cell.dblclick();
  const options = page.locator('.ant-select-dropdown').filter({ visible: true });
  const other = Number(before.examType) === 2 ? '校考' : '统考';
  await options.getByTitle(other, { exact: true }).click();
  await expect(toast(page, '修改成功')).toBeVisible();
  await expect(cell).toContainText(other);
  expect((await stored(page, id)).version).toBe(Number(before.version) + 1);
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);

  // From the row to another of its cells, whose text is replaced.
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  await expect(cell).toBeFocused();
  const remark = await cellUnder(page, row, '备注');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await press('ArrowRight');
  await press('End');
  while (keys.length < 6 && !(await remark.evaluate(it => it === document.activeElement))) {
    await press('ArrowLeft');
  }
  await press('F2');
  await expect(remark.getByRole('textbox', { name: '修改备注' })).toBeFocused();
  await press('7');
  await press('Enter');
  await expect(remark).toHaveText('7');
  await expect(remark).toBeFocused();
  expect(keys.length, keys.join(' ')).toBeLessThanOrEqual(8);
});

test('a cell that is edited leaves by Escape, goes on by Tab, and tells what is wrong in its place', async ({
  page,
}) => {
  const { id, row } = await openRow(page, 32);
  const start = await cellUnder(page, row, '报名开始');
  const end = await cellUnder(page, row, '报名结束');
  const before = await stored(page, id);

  await start.dblclick();
  const input = start.getByRole('textbox', { name: '修改报名开始' });
  await expect(input).toBeFocused();
  await input.fill('2031-01-01 08:00');
  await page.keyboard.press('Escape');
  await expect(input).toHaveCount(0);
  expect(await stored(page, id)).toEqual(before);

  await call(page, 'PUT', path, {
    ...{ dataId: id, version: before.version },
    ...{ startTime: '2031-01-01 08:00:00', endTime: '2031-01-31 18:00:00' },
  });
  await page.reload();
  await expect(end).toContainText('2031-01-31');
  // An end before its start is refused, and stays as typed.
  await end.dblclick();
  const until = end.getByRole('textbox', { name: '修改报名结束' });
  await expect(until).toBeFocused();
  await until.fill('2030-12-31 18:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(/报名结束/);
  await expect(until).toHaveValue('2030-12-31 18:00');
  await expectNoFaults(page, { within: 'main' });
  await page.keyboard.press('Escape');

  // Tab goes to the next cell that can be edited.
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  await remark.getByRole('textbox').fill('改了');
  await page.keyboard.press('Shift+Tab');
  await expect(toast(page, '修改成功')).toBeVisible();
  await expect(remark).toHaveText('改了');
  await expect(row.locator('td:focus-within')).toContainText('修改次年是否变化');
});

test('a cell that somebody else changed meanwhile asks which value holds, and one typed offline is kept', async ({
  context,
  page,
}) => {
  const { id, row } = await openRow(page, 33);
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  await remark.getByRole('textbox').fill('我的');
  const { version } = await stored(page, id);
  await call(page, 'PUT', path, { dataId: id, version, remark: '他人的' });
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('dialog', { name: '记录已被他人修改' });
  await conflict.getByRole('radio', { name: '备注: 我的修改' }).check();
  await conflict.getByRole('button', { name: '合并并保存' }).click();
  await expect(remark).toHaveText('我的');

  await remark.dblclick();
  const input = remark.getByRole('textbox');
  await input.fill('断网时写的');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.locator('.ant-popover').getByRole('alert').first()).toBeVisible();
  await expect(input).toHaveValue('断网时写的');
  await context.setOffline(false);
  await expect(page.locator('.ant-popover').getByText('已核对：刚才没有保存')).toBeVisible({
    timeout: 30_000,
  });
  await input.press('Enter');
  await expect(remark).toHaveText('断网时写的');
  expect((await stored(page, id)).remark).toBe('断网时写的');
});

test('a press selects a cell that can be changed in its place, and opens the details on the name of the row', async ({
  page,
}) => {
  const { id, row } = await openRow(page, 34);
  const remark = await cellUnder(page, row, '备注');
  const drawers = page.locator('.ant-drawer-open');
  await remark.click();
  await expect(remark).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remark.getByRole('textbox', { name: '修改备注' })).toBeFocused();
  await expect(drawers).toHaveCount(0);
  await page.keyboard.press('Escape');
  await (await cellUnder(page, row, '院校')).click();
  await expect(dialog(page)).toContainText(`ID ${id}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  await row.getByRole('cell').first().dblclick();
  await expect(dialog(page)).toContainText('编辑 · 学校考试类型');
});

test('an edit of a cell is taken back by its toast and by Ctrl+Z, one after the other', async ({ page }) => {
  const { id, row } = await openRow(page, 39);
  const before = await stored(page, id);
  const remark = await cellUnder(page, row, '备注');
  const write = async (text: string) => {
    await remark.dblclick();
    await remark.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
    await expect(remark).toHaveText(text);
    await expect.poll(async () => (await stored(page, id)).remark).toBe(text);
  };
  await write('第一次');
  await page.locator('.ant-message').getByRole('button', { name: '撤销' }).click();
  await expect(toast(page, '已撤销对备注的修改')).toBeVisible();
  await expect.poll(async () => (await stored(page, id)).remark).toBe(before.remark);
  expect((await stored(page, id)).version).toBe(Number(before.version) + 2);

  await write('第二次');
  await write('第三次');
  await expect(remark).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(remark).toHaveText('第二次');
  await expect(toast(page, '修改成功')).toHaveCount(0);
  await expect.poll(async () => (await stored(page, id)).remark).toBe('第二次');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await stored(page, id)).remark).toBe(before.remark);
  // Nothing is left to take back.
  const { version } = await stored(page, id);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(remark).toBeFocused();

  // In an input the key takes back what was typed, and no saved edit.
  await write('第四次');
  await remark.dblclick();
  const input = remark.getByRole('textbox');
  await expect(input).toBeFocused();
  await page.keyboard.type('五');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(input).toHaveValue('第四次');
  await page.keyboard.press('Escape');
  expect(await stored(page, id)).toMatchObject({ remark: '第四次', version: Number(version) + 1 });
});

test('Ctrl+Z right behind an edit waits for its save, and takes that edit back', async ({ page }) => {
  const { id, row } = await openRow(page, 40);
  const before = await stored(page, id);
  await answerLate(page, 400);
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  await expect(remark.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('太快了', { delay: 60 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(toast(page, '已撤销对备注的修改')).toBeVisible();
  await expect.poll(async () => (await stored(page, id)).remark).toBe(before.remark);
  expect((await stored(page, id)).version).toBe(Number(before.version) + 2);
});

test('an edit of a row that somebody else has changed since is not taken back, which is said', async ({
  page,
}) => {
  const { id, row } = await openRow(page, 41);
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  await remark.getByRole('textbox').fill('我的');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(page, id)).remark).toBe('我的');
  await expect(remark).toBeFocused();
  const { version } = await stored(page, id);
  await call(page, 'PUT', path, { dataId: id, version, remark: '他人的' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(toast(page, '这条记录之后又被修改过，备注没有撤销')).toBeVisible();
  await expect(remark).toHaveText('他人的');
  expect((await stored(page, id)).remark).toBe('他人的');
});

test('the name of a row stays at the left while the list is scrolled sideways, where it leaves room', async ({
  page,
}) => {
  const { row } = await openRow(page, 42);
  const school = await cellUnder(page, row, '院校');
  const remark = await cellUnder(page, row, '备注');
  const body = page.getByRole('main').locator('.ant-table-body');
  const scroll = () =>
    body.evaluate(element => {
      element.scrollLeft = element.scrollWidth;
      return element.scrollLeft;
    });
  await page.setViewportSize({ width: 1000, height: 768 });
  await expect.poll(scroll).toBeGreaterThan(0);
  const frame = await body.boundingBox();
  const name = await school.boundingBox();
  expect(name?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
  const end = (name?.x ?? 0) + (name?.width ?? 0);
  expect(end - (frame?.x ?? 0)).toBeLessThanOrEqual((frame?.width ?? 0) * 0.4);
  // Its heading stays above it.
  const heading = await page.getByRole('columnheader', { name: '院校' }).boundingBox();
  expect(Math.abs((heading?.x ?? 0) - (name?.x ?? 0))).toBeLessThanOrEqual(1);
  // A cell reached by keys is not behind it.
  await remark.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const third = await row.getByRole('cell').nth(3).boundingBox();
  const nameNow = await school.boundingBox();
  expect(third?.x).toBeGreaterThanOrEqual((nameNow?.x ?? 0) + (nameNow?.width ?? 0) - 1);
});

/** Answers to the reading and saving of rows come late, each after another time of up to `most` milliseconds. */
async function answerLate(page: Page, most: number): Promise<void> {
  let turn = 0;
  await page.route(`**${path}**`, async route => {
    turn += 1;
    await new Promise(resolve => setTimeout(resolve, (turn * 137) % (most + 1)));
    await route.continue();
  });
}

test('a clerk who types on while rows are read and saved finds every text as typed, on a slow machine too', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await logIn(page, calendar);
  const found = await listRows(page, 'size=6&current=8');
  const ids = found.map(row => Number(row.dataId));
  await openList(page, `${calendar}?${ids.map(id => `dataId=${id}`).join('&')}`);
  await expect(rowOf(page, ids[0] ?? 0)).toBeVisible();
  await answerLate(page, 400);
  const processor = await page.context().newCDPSession(page);
  for (const rate of [1, 2, 4, 6]) {
    await processor.send('Emulation.setCPUThrottlingRate', { rate });
    const keys = await page
      .locator('tr[data-row-key]')
      .evaluateAll(rows => rows.map(row => Number((row as HTMLElement).dataset.rowKey)));
    const remark = await cellUnder(page, rowOf(page, keys[0] ?? 0), '备注');
    await remark.evaluate((cell: HTMLElement) => {
      cell.tabIndex = -1;
      cell.focus();
    });
    for (const [turn, key] of keys.entries()) {
      // No wait for anything: the keys of one edit after those of the other.
      await page.keyboard.press('F2');
      await page.keyboard.type(`第${rate}遍 ${key} abc`, { delay: 60 });
      await page.keyboard.press('Enter');
      if (turn < keys.length - 1) await page.keyboard.press('ArrowDown', { delay: 20 });
    }
    for (const key of keys) {
      await expect
        .poll(async () => (await stored(page, key)).remark, { message: `${rate} times slower, row ${key}` })
        .toBe(`第${rate}遍 ${key} abc`);
      await expect(await cellUnder(page, rowOf(page, key), '备注')).toHaveText(`第${rate}遍 ${key} abc`);
    }
  }
});

test('two cells of a row that are changed one right after the other are both saved', async ({ page }) => {
  const { id, row } = await openRow(page, 36);
  await answerLate(page, 300);
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  for (const text of ['第一次', '第二次', '第三次']) {
    await expect(remark.getByRole('textbox').last()).toBeFocused();
    await page.keyboard.type(text, { delay: 60 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('F2');
  }
  await page.keyboard.press('Escape');
  await expect(remark).toHaveText('第三次');
  expect((await stored(page, id)).remark).toBe('第三次');
});

test('a text that is composed from pinyin is stored whole, with letters after it', async ({ page }) => {
  const { id, row } = await openRow(page, 37);
  await answerLate(page, 400);
  const keyboard = await page.context().newCDPSession(page);
  const remark = await cellUnder(page, row, '备注');
  await remark.dblclick();
  await expect(remark.getByRole('textbox')).toBeFocused();
  for (const text of ['n', 'ni', 'nih', 'niha', 'nihao']) {
    await keyboard.send('Input.imeSetComposition', {
      ...{ text, selectionStart: text.length, selectionEnd: text.length },
    });
    await page.waitForTimeout(60);
  }
  await keyboard.send('Input.insertText', { text: '你好' });
  await page.keyboard.type('abc', { delay: 60 });
  await page.keyboard.press('Enter');
  await expect(remark).toHaveText('你好abc');
  expect((await stored(page, id)).remark).toBe('你好abc');
});

test('a time that was typed into its cell is kept by Tab, and by a press elsewhere', async ({ page }) => {
  const { id, row } = await openRow(page, 38);
  const { version } = await stored(page, id);
  await call(page, 'PUT', path, { dataId: id, version, endTime: '2031-12-31 18:00:00' });
  await page.reload();
  const start = await cellUnder(page, row, '报名开始');
  for (const [time, leave] of [
    ['2031-03-01 08:00', () => page.keyboard.press('Tab')],
    ['2031-03-02 09:30', () => page.getByRole('columnheader', { name: '报名开始' }).click()],
  ] as const) {
    await start.dblclick();
    await start.getByRole('textbox', { name: '修改报名开始' }).fill(time);
    await leave();
    await expect(start).toContainText(time);
    await expect.poll(async () => String((await stored(page, id)).startTime)).toContain(time);
    await page.keyboard.press('Escape');
  }
});
