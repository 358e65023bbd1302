import type { Locator, Page } from '@playwright/test';
import { call, leaveDialog, openList, pressAction, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { newPerson } from './support/person.ts';
import { refundMockOrder } from './support/refunds.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** The condition for the demonstration's upcoming exam: other tests add theirs. */
async function ofDemoExam(page: Page): Promise<string> {
  const exams = (await call(page, 'GET', '/api/mock/base/exam/list?examName=联合模拟考')) as {
    records: { examId: number }[];
  };
  return `examId=${exams.records[0]?.examId}`;
}

test('the seats of an area are arranged by a button, and a room shows who sits where', async ({ page }) => {
  await logIn(page);
  const only = await ofDemoExam(page);
  await openList(page, `/mock/examArea?${only}`);
  const area = rows(page).filter({ hasText: '岳麓考区' });
  await pressAction(page, area, '编排座位');
  await page
    .getByRole('dialog')
    .filter({ hasText: '编排座位' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '40 名考生已排入 2 个考场')).toBeVisible();
  await openList(page, `/mock/room?${only}`);
  await rows(page).filter({ hasText: '岳麓考区' }).first().getByRole('cell').nth(2).click();
  const details = page.getByRole('dialog').filter({ visible: true }).last();
  await details.getByRole('tab', { name: '座位图' }).click();
  await expect(details.getByRole('listitem', { name: /第 1 行第 1 列/ })).toBeVisible();
  await expect(details.getByRole('listitem')).toHaveCount(22);
  const beside = await details.getByRole('listitem', { name: /，与相邻考生同机构$/ }).count();
  expect(beside).toBeGreaterThan(0);
  await expect(details.getByText(`红框 ${beside} 处：与相邻座位的考生同机构`)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });

  // Two people are swapped by keyboard, and back by dragging one onto the other.
  const place = (row: number) => details.getByRole('button', { name: new RegExp(`第 ${row} 行第 1 列`) });
  const first = (await place(1).locator('span').last().textContent()) ?? '';
  const second = (await place(2).locator('span').last().textContent()) ?? '';
  await place(1).focus();
  await page.keyboard.press('Enter');
  await expect(details.getByRole('status')).toContainText(`已选“${first}”`);
  await page.keyboard.press('ArrowDown');
  await expect(place(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, `“${first}”与“${second}”已调换座位`)).toBeVisible();
  await expect(place(2)).toContainText(first);
  await place(2).dragTo(place(1));
  await expect(toast(page, `“${first}”与“${second}”已调换座位`).last()).toBeVisible();
  await expect(place(1)).toContainText(first);

  // On a phone the room's long name leaves its state and the link to the next one reachable.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(details.getByRole('button', { name: '下一条' })).toBeInViewport({ ratio: 1 });
  await expect(details.locator('.ant-drawer-title').getByText('启用')).toBeInViewport({ ratio: 1 });
});

test('an exam shows what moves it on, and several rooms are added at once', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/exam');
  await expect(rows(page).filter({ hasText: '联合模拟考' })).toContainText('已编号');
  await pressAction(page, rows(page).filter({ hasText: '联合模拟考' }), '生成准考证号');
  await page
    .getByRole('dialog')
    .filter({ hasText: '生成准考证号' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '任务已开始')).toBeVisible();
  await expect(toast(page, /生成准考证号.*完成/)).toBeVisible();
  await expectNoFaults(page);

  // Its progress, and the requirements of the next step.
  await rows(page).filter({ hasText: '联合模拟考' }).getByRole('cell').nth(2).click();
  const details = page.getByRole('dialog').filter({ visible: true }).last();
  await details.getByRole('tab', { name: '进程' }).click();
  await expect(details.getByRole('heading', { name: '下一步：已编排' })).toBeVisible();
  await expect(details).toContainText('编排还未锁定');
  await expect(details.getByRole('row').filter({ hasText: '岳麓考区' })).toContainText('40');
  await expectNoFaults(page, { within: '.ant-drawer' });
  await leaveDialog(page);
  await openList(page, '/mock/room');
  await page.getByRole('button', { name: '批量新增考场' }).click();
  await expect(page.getByRole('dialog', { name: '批量新增考场' }).getByRole('alert')).toHaveText(
    '请先在上方筛选考试和考区',
  );
});

test('the marks of an exam are told as figures, bands and agencies, in all and for a session', async ({
  page,
}) => {
  await logIn(page);
  await page.goto('/mock/scoreStat');
  const main = page.getByRole('main');
  const choose = async (label: string, name: RegExp) => {
    await main.getByLabel(label, { exact: true }).click();
    await page.getByTitle(name).filter({ visible: true }).last().click();
  };
  await choose('考试', /摸底考/);
  // The absent candidate and the one with a missing mark do not count in the totals.
  await expect(main.getByRole('definition').first()).toHaveText('22');
  await choose('科目', /^色彩/);
  await expect(main.getByRole('definition').first()).toHaveText('23');
  await expect(main.getByRole('listitem').first()).toContainText('–');
  await expect(main.getByRole('row')).not.toHaveCount(0);
  await expectNoFaults(page);

  // Filtered to one gender there are fewer; the workbook has the rows shown.
  await choose('性别', /^女$/);
  await expect(main.getByRole('definition').first()).not.toHaveText('23');
  await main.getByRole('button', { name: '导出统计' }).click();
  await expect(toast(page, /成绩.*完成/)).toBeVisible();
});

test('marks are entered by keyboard, published once none is missing, and withdrawn', async ({
  page,
  browser,
  request,
}) => {
  await logIn(page);
  await openList(page, '/mock/exam');
  const exam = rows(page).filter({ hasText: '摸底考' });
  const answer = async (action: string, wish?: string) => {
    await pressAction(page, exam, action);
    const asked = page.getByRole('dialog').filter({ hasText: '摸底考' });
    if (wish) await asked.getByLabel(wish).check();
    await asked.getByRole('button', { name: /确\s*定/ }).click();
  };
  await expect(exam).toContainText('录分中');
  await answer('发布成绩');
  const missing = page.getByRole('dialog').filter({ hasText: '还缺 1 个成绩' });
  await expect(missing).toContainText('考生24(示例)：速写');
  await missing.getByRole('button', { name: /确\s*定|知道了/ }).click();

  await openList(page, '/mock/score');
  await page.getByRole('button', { name: '录入成绩' }).click();
  const entry = page.getByRole('dialog', { name: '录入成绩' });
  const picker = entry.getByLabel('考试', { exact: true });
  await picker.click();
  await picker.pressSequentially('摸底考');
  await page
    .getByTitle(/摸底考/)
    .filter({ visible: true })
    .last()
    .click();
  const cell = (name: string) => entry.getByLabel(name, { exact: true });
  await expect(entry.getByRole('status')).toContainText('已录 71 / 72');
  await expectNoFaults(page, { within: '.ant-modal' });
  // Too high: reported at once and not saved, without trapping the focus.
  await cell('考生24(示例) 速写').focus();
  await page.keyboard.type('101');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(entry).toContainText('不能高于满分 100');
  await cell('考生24(示例) 速写').focus();
  await page.keyboard.type('88.5');
  await page.keyboard.press('ArrowUp');
  await expect(cell('考生23(示例) 速写')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell('考生23(示例) 色彩')).toBeFocused();
  await page.keyboard.type('q');
  await page.keyboard.press('Tab');
  await expect(cell('考生23(示例) 色彩')).toHaveValue('缺考');
  await expect(entry.getByRole('status')).toContainText('已录 72 / 72，0 格有误');
  // A block from a workbook is pasted into the cells from there on.
  const placed = (place: string) => entry.locator(`[data-at="${place}"]`);
  await placed('0-0').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '90\t91\n80\t违纪\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(placed('0-1')).toHaveValue('91');
  await expect(placed('1-1')).toHaveValue('违纪');
  await expect(entry.getByRole('status')).toContainText('已录 72 / 72，0 格有误');
  await entry.getByRole('button', { name: '关闭' }).click();

  await openList(page, '/mock/exam');
  await answer('发布成绩', '短信通知考生和机构');
  await expect(toast(page, /已发布 24 名考生的成绩，将发送 \d+ 条短信/)).toBeVisible();
  await expect(exam).toContainText('成绩已发布');

  // Somebody of an agency looks at the statistics of that agency, and at no other.
  const { records: agencies } = (await call(page, 'GET', '/api/base/agent/list?agentName=星河')) as {
    records: { agentId: number; partnersId: number; agentName: string }[];
  };
  const [agency] = agencies;
  const roles = (await call(page, 'GET', '/api/admin/roleList')) as { roleId: number; roleName: string }[];
  const teacher = await newPerson(request, {
    ...{ userType: 5, partnersId: agency?.partnersId, agentId: agency?.agentId, nickName: '画室老师' },
    roleIds: roles.filter(({ roleName }) => roleName === '机构').map(({ roleId }) => roleId),
  });
  const own = await otherBrowser(browser);
  await logIn(own, '/mock/scoreStat', teacher);
  const main = own.getByRole('main');
  await main.getByLabel('考试', { exact: true }).click();
  await own
    .getByTitle(/摸底考/)
    .filter({ visible: true })
    .last()
    .click();
  await expect(main.getByLabel('机构', { exact: true })).toBeDisabled();
  await expect(main.getByText(agency?.agentName ?? '').first()).toBeVisible();
  await own.close();

  await answer('撤回成绩');
  await expect(toast(page, '成绩已撤回')).toBeVisible();
});

test('a file that lists orders deletes those that may go, and says which stay', async ({ page }) => {
  await logIn(page);
  const only = await ofDemoExam(page);
  const orders = (await call(page, 'GET', `/api/mock/app/order?size=2&${only}`)) as {
    records: { orderId: number; orderNo: string }[];
  };
  const [given, paid] = orders.records;
  await refundMockOrder(page, given?.orderId ?? 0);
  await openList(page, `/mock/order?${only}`);
  await page.getByRole('button', { name: '按文件删除' }).click();
  const opened = page.getByRole('dialog', { name: '按文件删除' });
  await opened.getByRole('button', { name: '删除订单' }).click();
  await expect(opened.getByRole('alert')).toHaveText('请填写批次并选择文件');
  await expectNoFaults(page, { within: '.ant-modal' });
  const template = page.waitForEvent('download');
  await opened.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toContain('按文件删除订单');
  await opened.getByLabel('批次').fill('清理退费订单');
  await opened.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`订单号\n${given?.orderNo}\n${paid?.orderNo}\n`),
  });
  await opened.getByRole('button', { name: '删除订单' }).click();
  await expect(opened).toBeHidden();
  await expect(rows(page).filter({ hasText: String(given?.orderNo) })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: String(paid?.orderNo) })).toHaveCount(1);
});

/** Opens the entry of marks of the exam of the demo data. */
async function openEntry(page: Page): Promise<Locator> {
  await page.goto('/mock/score');
  await page.getByRole('button', { name: '录入成绩' }).click();
  const entry = page.getByRole('dialog', { name: '录入成绩' });
  const picker = entry.getByLabel('考试', { exact: true });
  await picker.click();
  await picker.pressSequentially('摸底考');
  await page
    .getByTitle(/摸底考/)
    .filter({ visible: true })
    .last()
    .click();
  return entry;
}

test('the marks of an exam are entered by two people, and what differs is settled by a third', async ({
  page,
  browser,
  request,
}) => {
  await logIn(page);
  const exams = (await call(page, 'GET', '/api/mock/base/exam?examName=摸底考')) as {
    records: { examId: number; version: number }[];
  };
  const [exam] = exams.records;
  await call(page, 'PUT', '/api/mock/base/exam', { ...exam, doubleEntry: 1 });

  // The person of the second entry sees nothing of the first one, and no differences to resolve.
  const typist = await otherBrowser(browser);
  await logIn(typist, '/home', await newPerson(request, { userType: 1, adminFlag: 1 }));
  const again = await openEntry(typist);
  await again.getByText('复录', { exact: true }).click();
  const cell = (entry: Locator) => entry.getByLabel('考生05(示例) 素描', { exact: true });
  await expect(cell(again)).toHaveValue('');
  await cell(again).fill('12.5');
  await cell(again).press('Tab');
  await again.getByText(/^核对/).click();
  await expect(again.getByRole('status')).toContainText('1 个有差异');
  await expect(again.getByRole('button', { name: /为准$/ })).toHaveCount(0);

  const entry = await openEntry(page);
  await entry.getByText(/^核对/).click();
  await expect(entry.getByRole('status')).toContainText('1 个有差异');
  await expectNoFaults(page, { within: '.ant-modal' });
  await entry.getByRole('button', { name: '考生05(示例) 素描 以 12.5 为准' }).click();
  await expect(entry.getByRole('status')).toContainText('0 个有差异');
  await entry.getByText('初录', { exact: true }).click();
  await expect(cell(entry)).toHaveValue('12.5');
});
