import { openList, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('the seats of an area are arranged by a button, and a room shows who sits where', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/examArea');
  const area = rows(page).filter({ hasText: '岳麓考区' });
  await area.getByRole('button', { name: '编排座位' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '编排座位' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '40 名考生已排入 2 个考场')).toBeVisible();
  await openList(page, '/mock/room');
  await rows(page).filter({ hasText: '岳麓考区' }).first().getByRole('cell').nth(2).click();
  const details = page.getByRole('dialog').filter({ visible: true }).last();
  await details.getByRole('tab', { name: '座位图' }).click();
  await expect(details.getByRole('listitem', { name: /第 1 行第 1 列/ })).toBeVisible();
  await expect(details.getByRole('listitem')).toHaveCount(22);
  await expectNoFaults(page, { within: '.ant-drawer' });

  // Two people change places by keyboard alone, and back by drawing one onto the other.
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
});

test('an exam shows what moves it on, and several rooms are added at once', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/exam');
  await expect(rows(page).filter({ hasText: '联合模拟考' })).toContainText('已编号');
  await page.getByRole('button', { name: '生成准考证号' }).first().click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '生成准考证号' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await expect(toast(page, '任务已开始')).toBeVisible();
  await expect(toast(page, /生成准考证号.*完成/)).toBeVisible();
  await expectNoFaults(page);

  // How far it is, and what the next step waits for.
  await rows(page).filter({ hasText: '联合模拟考' }).getByRole('cell').nth(2).click();
  const details = page.getByRole('dialog').filter({ visible: true }).last();
  await details.getByRole('tab', { name: '进程' }).click();
  await expect(details.getByRole('heading', { name: '下一步：已编排' })).toBeVisible();
  await expect(details).toContainText('编排还未锁定');
  await expect(details.getByRole('row').filter({ hasText: '岳麓考区' })).toContainText('40');
  await expectNoFaults(page, { within: '.ant-drawer' });
  await page.keyboard.press('Escape');
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
  // The one who was absent and the one whose last mark is still to come do not count in the totals.
  await expect(main.getByRole('definition').first()).toHaveText('22');
  await choose('科目', /^色彩/);
  await expect(main.getByRole('definition').first()).toHaveText('23');
  await expect(main.getByRole('listitem').first()).toContainText('–');
  await expect(main.getByRole('row')).not.toHaveCount(0);
  await expectNoFaults(page);
});

test('marks are entered by keyboard, published once none is missing, and withdrawn', async ({ page }) => {
  await logIn(page);
  await openList(page, '/mock/exam');
  const exam = rows(page).filter({ hasText: '摸底考' });
  const answer = async (action: string) => {
    await exam.getByRole('button', { name: action }).click();
    await page
      .getByRole('dialog')
      .filter({ hasText: '摸底考' })
      .getByRole('button', { name: /确\s*定/ })
      .click();
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
  // Too high: told at once, not saved, and the way on is not barred.
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
  // A block of a workbook goes into the cells from there on.
  await cell('考生01(示例) 素描').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '90\t91\n80\t违纪\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(cell('考生01(示例) 色彩')).toHaveValue('91');
  await expect(cell('考生02(示例) 色彩')).toHaveValue('违纪');
  await expect(entry.getByRole('status')).toContainText('已录 72 / 72，0 格有误');
  await entry.getByRole('button', { name: '关闭' }).click();

  await openList(page, '/mock/exam');
  await answer('发布成绩');
  await expect(toast(page, '已发布 24 名考生的成绩')).toBeVisible();
  await expect(exam).toContainText('成绩已发布');
  await answer('撤回成绩');
  await expect(toast(page, '成绩已撤回')).toBeVisible();
});
