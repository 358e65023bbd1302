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

test('a cell without an editor opens the form, and one press opens the details', async ({ page }) => {
  const { id, row } = await openRow(page, 34);
  await (await cellUnder(page, row, '备注')).click();
  await expect(dialog(page)).toContainText(`ID ${id}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
  await row.getByRole('cell').first().dblclick();
  await expect(dialog(page)).toContainText('编辑 · 学校考试类型');
});
