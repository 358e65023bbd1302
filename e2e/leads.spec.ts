import type { Page } from '@playwright/test';
import { call, confirm, dialog, openList, rowOf, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** The demo's head of sales, and one of its salespeople. */
const manager = { userName: 'salelead01', password: adminPassword };
const seller = { userName: 'sale02', password: adminPassword };

const path = '/api/admin/mobile';

/** The newest unowned leads that nobody has written anything about: a consultation from the public page comes with its text. */
async function unowned(page: Page, count: number): Promise<number[]> {
  const { records } = (await call(page, 'GET', `${path}/list?leadStatus=0&size=50`)) as {
    records: { leadId: number; partnersId: number | null; followNum: number }[];
  };
  return records
    .filter(({ partnersId, followNum }) => partnersId === null && followNum === 0)
    .slice(0, count)
    .map(({ leadId }) => leadId);
}

test('a head of sales shares leads out, and the salesperson follows one up and is reminded of it', async ({
  page,
  browser,
}) => {
  await logIn(page, '/home', manager);
  const [first = 0, second = 0, third = 0] = await unowned(page, 3);
  await openList(page, '/mobile/lead?leadStatus=0&size=50');
  for (const id of [first, second, third]) await rowOf(page, id).getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量分配' }).click();
  const share = dialog(page);
  await expect(share.getByText('销售小刘')).toBeVisible();
  await share.getByRole('button', { name: '批量分配' }).click();
  await expect(share.getByText('请选择销售')).toBeVisible();
  await share.getByText('按容量分配').click();
  await share.getByText('全选', { exact: true }).click();
  // The preview assigns as many leads as were selected.
  await expect
    .poll(async () => {
      const numbers = await share.locator('li b').allTextContents();
      return numbers.reduce((sum, text) => sum + Number(text || 0), 0);
    })
    .toBe(3);
  await share.getByText('指定销售').click();
  await share.getByRole('radio', { name: /销售小刘/ }).check();
  await expect(share.locator('li').filter({ hasText: '销售小刘' })).toContainText('+3');
  await expectNoFaults(page, { within: '.ant-modal' });
  await share.getByRole('button', { name: '批量分配' }).click();
  await expect(toast(page, '已分配 3 条线索')).toBeVisible();
  await expect(rowOf(page, first)).toHaveCount(0);

  const own = await otherBrowser(browser);
  await logIn(own, '/home', seller);
  await openList(own, `/mobile/lead?size=50&row=${first}`);
  const drawer = own.getByRole('dialog');
  await drawer.getByRole('tab', { name: '跟进', exact: true }).click();
  await expect(drawer.getByText('还没有跟进记录')).toBeVisible();
  const form = drawer.getByRole('form', { name: '记录跟进' });
  await form.getByRole('button', { name: '记录跟进' }).click();
  await expect(form.getByRole('alert').first()).toBeVisible();
  await form.getByLabel('跟进方式').click();
  await own.getByTitle('电话', { exact: true }).last().click();
  await form.getByLabel('跟进内容').fill('想先了解报考指南，今晚再打');
  const next = form.getByLabel('下次跟进');
  await next.click();
  await next.fill('2099-01-01 20:00');
  await own.keyboard.press('Enter');
  await form.getByRole('button', { name: '记录跟进' }).click();
  await expect(toast(own, '已记录跟进')).toBeVisible();
  await expect(drawer.getByText('想先了解报考指南，今晚再打')).toBeVisible();
  await expect(drawer.getByText('下次跟进 2099-01-01 20:00')).toBeVisible();
  // A hovered button has a different colour.
  await own.mouse.move(0, 0);
  await expectNoFaults(own, { within: '.ant-drawer' });
  await expect(rowOf(own, first)).toContainText('跟进中');
  await own.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  // The reminder opens the leads that are due, without those of a later day.
  await own.getByRole('button', { name: /条线索待跟进/ }).click();
  await expect(own).toHaveURL(/nextFollowTimeEnd=/);
  await expect(rows(own).first()).toBeVisible();
  await expect(rowOf(own, first)).toHaveCount(0);
  // Managers' actions are not offered.
  await rows(own).first().getByRole('checkbox').check();
  await expect(own.getByRole('button', { name: '批量分配' })).toHaveCount(0);
});

test('what became of the leads of each salesperson stands on one page', async ({ page }) => {
  await logIn(page, '/mobile/stat', manager);
  const table = page.getByRole('main').getByRole('table').last();
  await expect(table.getByRole('row').filter({ hasText: '合计' })).toBeVisible();
  const figures = (await call(page, 'GET', `${path}/stat`)) as { assigned: number }[];
  const all = figures.reduce((sum, { assigned }) => sum + assigned, 0);
  await expect(table.getByRole('row').filter({ hasText: '合计' })).toContainText(String(all));
  await expectNoFaults(page, { within: 'main' });
});

test('a salesperson claims from the pool as many as the quota leaves', async ({ page }) => {
  await logIn(page, '/home', seller);
  await openList(page, '/mobile/pool');
  const { open, cap } = (await call(page, 'GET', `${path}/quota`)) as { open: number; cap: number };
  await expect(page.getByText(`您持有 ${open} / ${cap} 条跟进中的线索`)).toBeVisible();
  const { records } = (await call(page, 'GET', `${path}/pool/list`)) as {
    records: { leadId: number; mobile: string }[];
  };
  const [first, second] = records;
  expect(first?.mobile).toContain('****');
  for (const row of [first, second])
    await rowOf(page, row?.leadId ?? 0)
      .getByRole('checkbox')
      .check();
  // The one for the selected rows is below them.
  await page.getByRole('button', { name: '领取', exact: true }).last().click();
  await confirm(page, '领取 2 条线索', '领取');
  await expect(toast(page, '已领取 2 条线索')).toBeVisible();
  await expect(rowOf(page, first?.leadId ?? 0)).toHaveCount(0);
  await expect(page.getByText(`您持有 ${open + 2} / ${cap} 条跟进中的线索`)).toBeVisible();
  await expectNoFaults(page, { within: 'main' });
  await openList(page, `/mobile/lead?leadId=${first?.leadId}`);
  await expect(rowOf(page, first?.leadId ?? 0)).toContainText('已分配未跟进');
});

test('the list of leads begins with the earliest appointment and ends with what is won or lost', async ({
  page,
}) => {
  await logIn(page, '/home', seller);
  const { records } = (await call(page, 'GET', `${path}/list?size=200`)) as {
    records: { leadStatus: number; nextFollowTime: string | null }[];
  };
  const isClosed = ({ leadStatus }: { leadStatus: number }) => leadStatus >= 4;
  const open = records.filter(row => !isClosed(row));
  expect(records.slice(0, open.length)).toEqual(open);
  const times = open.map(({ nextFollowTime }) => nextFollowTime ?? '9');
  expect(times).toEqual(times.toSorted());
});

test('from the details of a lead one act opens an order for its person', async ({ page }) => {
  await logIn(page, '/home', seller);
  const { records } = (await call(page, 'GET', `${path}/list?leadStatus=2&size=1`)) as {
    records: { leadId: number; leadName: string }[];
  };
  const [first] = records;
  await openList(page, `/mobile/lead?row=${first?.leadId}`);
  const drawer = dialog(page);
  // It is called by its name and number, not by its key.
  await expect(drawer).toContainText(first?.leadName ?? '?');
  await drawer.getByRole('button', { name: '代客下单' }).click();
  const order = page.locator('.ant-modal').filter({ hasText: '代客下单' });
  await expect(order.getByLabel('考生')).toHaveValue(
    new RegExp((first?.leadName ?? '?').split(' ')[0] ?? '?'),
  );
  await expectNoFaults(page, { within: '.ant-modal' });
});

test('the next appointment is made by one press in the form, by keys, and in the cell by its calendar', async ({
  page,
}) => {
  await logIn(page, '/home', seller);
  const { records } = (await call(page, 'GET', `${path}/list?leadStatus=1,2&size=10`)) as {
    records: { leadId: number }[];
  };
  const id = records[0]?.leadId ?? 0;
  const next = async () => {
    const row = (await call(page, 'GET', `${path}/info?leadId=${id}`)) as { nextFollowTime: string | null };
    return row.nextFollowTime;
  };
  await openList(page, `/mobile/lead?size=50&row=${id}`);
  const form = page.getByRole('dialog').getByRole('form', { name: '记录跟进' });
  const input = form.getByLabel('下次跟进');
  await form.getByRole('button', { name: '明天', exact: true }).press('Enter');
  await expect(input).toHaveValue(/^\d{4}-\d\d-\d\d 09:00$/);
  const tomorrow = await input.inputValue();
  await form.getByRole('button', { name: '下周一' }).click();
  const monday = await input.inputValue();
  expect(new Date(`${monday.slice(0, 10)}T12:00:00Z`).getUTCDay()).toBe(1);
  await input.focus();
  await page.keyboard.press('Alt+1');
  await expect(input).toHaveValue(tomorrow);
  await form.getByLabel('跟进内容').fill('明天再打');
  await form.getByRole('button', { name: '记录跟进' }).click();
  await expect(toast(page, '已记录跟进')).toBeVisible();
  expect(await next()).toBe(`${tomorrow}:00`);
  await expectNoFaults(page, { within: '.ant-drawer' });

  // In the cell the calendar offers the same.
  await openList(page, `/mobile/lead?size=50&leadId=${id}`);
  await rowOf(page, id).getByText(tomorrow, { exact: true }).dblclick();
  const calendar = page.locator('.ant-picker-dropdown:visible');
  await calendar.getByText('下周一', { exact: true }).click();
  await expect.poll(next).toBe(`${monday}:00`);
});

test('two leads of one person become one, and several again when the merge is undone', async ({ page }) => {
  await logIn(page, '/home', manager);
  // Separate leads: other tests share out those of the pool.
  const { records } = (await call(page, 'GET', `${path}/list?size=1`)) as { records: { sourceId: number }[] };
  const add = async (studentName: string) => {
    const mobile = `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    const lead = { studentName, mobile, sourceId: records[0]?.sourceId, dataYear: 2027 };
    return ((await call(page, 'POST', path, lead)) as { leadId: number }).leadId;
  };
  const [first, second] = [await add('合并考生'), await add('合并考生家长')];
  await openList(page, `/mobile/lead?leadId=${first}&leadId=${second}`);
  for (const id of [first, second]) await rowOf(page, id).getByRole('checkbox').check();
  await page.getByRole('button', { name: '合并线索' }).click();
  const merge = dialog(page);
  await expect(merge.getByRole('radiogroup', { name: '留下的线索' }).getByRole('radio')).toHaveCount(2);
  const name = merge.getByRole('radiogroup', { name: /^考生姓名/ }).getByRole('radio');
  await name.last().check();
  await expect(merge.getByText('其他手机')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await merge.getByRole('button', { name: '合并线索' }).click();
  await expect(toast(page, '已合并 2 条线索')).toBeVisible();
  // The older one stays.
  const [older, newer] = first < second ? [first, second] : [second, first];
  await expect(rowOf(page, newer)).toHaveCount(0);
  await openList(page, `/mobile/lead?size=50&row=${older}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '跟进', exact: true }).click();
  await expect(drawer.getByText(/合并到这条线索/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });
  await drawer.getByRole('button', { name: '撤销合并' }).click();
  await confirm(page, '撤销这次合并', '撤销合并');
  await expect(toast(page, '已撤销合并')).toBeVisible();
  await expect(drawer.getByText(/合并到这条线索/)).toHaveCount(0);
  await openList(page, `/mobile/lead?leadId=${newer}`);
  await expect(rowOf(page, newer)).toBeVisible();
});
