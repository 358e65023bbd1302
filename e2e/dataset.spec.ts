import type { FileChooser, Locator, Page } from '@playwright/test';
import {
  confirm,
  countRows,
  dialog,
  filters,
  listRows,
  openList,
  pick,
  pressAction,
  rowOf,
  rows,
  savedQuestion,
  toast,
  typeTime,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { admin, logIn } from './support/log-in.ts';
import { chooseDisplay } from './support/person-menu.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';

/** A picture of one pixel, small unlike a camera's. */
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** A similar picture of a type that rich text does not accept. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Opens the editor's choice of picture files. */
async function choosePicture(page: Page, editor: Locator): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser');
  await editor.getByRole('button', { name: '图片', exact: true }).click();
  return chooser;
}

test.describe('the exam calendar', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page, calendar);
    await expect(rows(page).first()).toBeVisible();
  });

  test('finds the rows of a province, and its address finds them again', async ({ page }) => {
    const main = page.getByRole('main');
    await pick(page, filters(page), '省份', '湖南');
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: '查询', exact: true }).click();
    await expect(page).toHaveURL(/provinceId=430000/);
    await expect(rows(page)).toHaveCount(10);
    await expect(rows(page).filter({ hasText: '湖南' })).toHaveCount(10);

    await page.reload();
    await expect(rows(page).filter({ hasText: '湖南' })).toHaveCount(10);
    await expect(main.getByTitle('湖南', { exact: true }).first()).toBeVisible();

    await main.getByRole('button', { name: '重置', exact: true }).click();
    await expect(page).toHaveURL(calendar);
  });

  test('searches on Enter, from the first page, and shows folded conditions as chips', async ({ page }) => {
    const [first] = await listRows(page, 'size=1');
    const main = page.getByRole('main');
    await page.goto(`${calendar}?current=3&dataYear=2026&dataYear=2027`);
    await expect(rows(page).first()).toBeVisible();
    await expect(main.getByText('数据年份: 2026, 2027')).toBeVisible();
    await filters(page).getByLabel('数据ID', { exact: true }).fill(`第${first?.dataId}号`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`dataId=${first?.dataId}`));
    await expect(page).not.toHaveURL(/current=/);
    await expect(rows(page)).toHaveCount(1);
    await main.getByRole('button', { name: '移除条件：数据年份' }).click();
    await expect(page).not.toHaveURL(/dataYear/);
  });

  test('orders by a heading, there and back, asks anew, takes the order back, and keeps the page size the person chose', async ({
    page,
  }) => {
    const heading = page.getByRole('columnheader', { name: '报名开始' });
    await heading.click();
    await expect(page).toHaveURL(/sort=startTime/);
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    // A pending request is not repeated.
    const ordered = page.waitForResponse(/examType\/list\?.*sort=-startTime/);
    await heading.click();
    await expect(page).toHaveURL(/sort=-startTime/);
    await (await ordered).finished();
    await expect(page.locator('[data-stale=true]')).toHaveCount(0);
    const main = page.getByRole('main');
    const again = page.waitForRequest(/examType\/list\?.*sort=-startTime/);
    await main.getByRole('button', { name: '查询', exact: true }).click();
    await again;
    await main.getByRole('button', { name: '重置', exact: true }).click();
    await expect(page).toHaveURL(calendar);
    await expect(heading).not.toHaveAttribute('aria-sort');

    await page.getByRole('combobox', { name: '页码' }).click();
    await page.getByTitle('20 条/页').last().click();
    await expect(rows(page)).toHaveCount(20);
    await page.goto(calendar);
    await expect(rows(page)).toHaveCount(20);

    // As many as the screen has room for: no empty half, and nothing to scroll for.
    await page.getByRole('combobox', { name: '页码' }).click();
    await page.getByTitle('按屏幕高度').last().click();
    for (const height of [900, 700]) {
      await page.setViewportSize({ width: 1280, height });
      // The elements above and below the rows take about 300 pixels.
      const room = (height - 300) / 41;
      await expect.poll(async () => Math.abs((await rows(page).count()) - room)).toBeLessThan(3);
    }
    await page.getByRole('combobox', { name: '页码' }).click();
    await page.getByTitle('10 条/页').last().click();
    await expect(rows(page)).toHaveCount(10);
  });

  test('a long page comes whole: selected at once, each row with its values, whichever of its pages is gone to', async ({
    page,
  }) => {
    const size = Math.min(100, Math.floor((await countRows(page, '')) / 2));
    expect(size).toBeGreaterThan(30);
    await openList(page, `${calendar}?size=${size}`);
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await expect(page.getByText(`已选 ${size} 条`)).toBeVisible();
    await expect(rows(page)).toHaveCount(size);
    await expect(page.getByRole('checkbox', { name: /^选择 \d+$/, checked: true })).toHaveCount(size);

    // From the end of one page to the end of the next.
    const [last] = await listRows(page, `size=1&current=${size * 2}`);
    await rows(page).last().scrollIntoViewIfNeeded();
    await page.getByRole('main').locator('.ant-pagination-item-2').click();
    await expect(rowOf(page, Number(last?.dataId))).toBeInViewport();
    await expect(rows(page)).toHaveCount(size);
  });

  test('shows the columns the person chose, also the next day', async ({ page }) => {
    await chooseDisplay(page, '列设置');
    await dialog(page).getByRole('checkbox', { name: '次年是否变化' }).uncheck();
    await dialog(page).getByRole('checkbox', { name: '轮次' }).check();
    await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: '轮次' })).toBeAttached();
    await expect(page.getByRole('columnheader', { name: '次年是否变化' })).not.toBeAttached();
  });

  test('opens the details of a row on a click, with all its fields and clean HTML', async ({ page }) => {
    await rows(page).first().getByRole('cell').nth(2).click();
    const drawer = dialog(page);
    await expect(drawer.getByText('考试时间说明')).toBeVisible();
    await expect(drawer.getByText('修改时间')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  test('adds a row: names what is missing, refuses an end before its start, asks, and shows it', async ({
    page,
  }) => {
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: '确定', exact: true }).click();
    for (const label of ['省份', '院校', '统考类别', '考试类型']) {
      await expect(form.getByText(`${label}不能为空`)).toBeVisible();
    }
    await expect(form.getByText('请先选择省份')).toBeVisible();

    await pick(page, form, '省份', '云南');
    await pick(page, form, '院校', '云南艺术学院');
    await pick(page, form, '统考类别', '书法类');
    await pick(page, form, '考试类型', '校考');
    await typeTime(page, form, '报名开始', '2027-01-05 10:00');
    await typeTime(page, form, '报名结束', '2027-01-04 10:00');
    await expect(form.getByText('结束时间不能早于开始时间')).toBeVisible();
    await typeTime(page, form, '报名结束', '2027-01-09 17:00');
    await form.getByLabel('轮次', { exact: true }).fill('7');
    await form.getByRole('button', { name: '确定', exact: true }).click();
    await confirm(page, savedQuestion);
    await expect(toast(page, '新增成功')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(rows(page).filter({ hasText: '云南艺术学院' }).first()).toBeVisible();

    // Changing the province clears the category that lay within it.
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await pick(page, dialog(page), '省份', '云南');
    await pick(page, dialog(page), '统考类别', '书法类');
    await pick(page, dialog(page), '省份', '湖南');
    await expect(dialog(page).getByTitle('书法类')).toBeHidden();
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await confirm(page, '放弃未保存的修改？', '放弃修改');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('a copy asks for its own school, and one of the same key is told which row it repeats', async ({
    page,
  }) => {
    const [row] = await listRows(page, 'size=1');
    const school = String(row?.schoolName);
    await pressAction(page, rowOf(page, Number(row?.dataId)), '复制');
    await expect(dialog(page).getByLabel('备注', { exact: true })).toBeVisible();
    await expect(dialog(page).getByTitle(school, { exact: true })).toBeHidden();
    await pick(page, dialog(page), '院校', school);
    await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
    await confirm(page, savedQuestion);
    await expect(toast(page, /与 ID \d+ 重复，请改数据年份、省份/)).toBeVisible();
    await expect(dialog(page).getByText(/^与 ID \d+ 重复，请改/)).toBeVisible();
  });

  test('edits a text with a picture, and shows both in the details', async ({ page }) => {
    const [row] = await listRows(page, 'size=1&current=4');
    const id = Number(row?.dataId);
    await page.goto(`${calendar}?dataId=${id}`);
    await rowOf(page, id).getByRole('button', { name: '编辑', exact: true }).click();
    const form = dialog(page);
    await form.getByRole('tab', { name: '考试科目' }).click();
    const editor = form.getByRole('group', { name: '考试科目' });
    await editor.getByRole('textbox').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('速写八开一张');

    // The file field of the editor takes pictures of the right kind only.
    const refused = await choosePicture(page, editor);
    await refused.setFiles({ name: 'big.gif', mimeType: 'image/gif', buffer: Buffer.alloc(1024 * 1024 + 1) });
    await expect(editor.getByText('以下内容未能插入：1 张超过 1 MB 的图片。')).toBeVisible();
    const chosen = await choosePicture(page, editor);
    await chosen.setFiles({ name: 'sketch.gif', mimeType: 'image/gif', buffer: gif });
    await expect(editor.locator('img[src^="/common/file/"]')).toBeVisible();
    // Of another kind a picture is turned into JPEG here, if that is wished.
    const other = await choosePicture(page, editor);
    await other.setFiles({ name: 'sketch.png', mimeType: 'image/png', buffer: png });
    await confirm(page, '“sketch.png”转成 JPEG 后插入？', '转换并插入');
    await expect(editor.locator('img[src^="/common/file/"]')).toHaveCount(2);
    await expect(editor.locator('img[src$=".jpg"]')).toBeVisible();
    const buttons = await editor
      .getByRole('button')
      .evaluateAll(all =>
        all
          .filter(one => !one.textContent?.trim() && !one.getAttribute('aria-label'))
          .map(one => one.outerHTML),
      );
    expect(buttons).toEqual([]);

    await form.getByRole('button', { name: '确定', exact: true }).click();
    await confirm(page, savedQuestion);
    await expect(toast(page, '修改成功')).toBeVisible();
    await rowOf(page, id).getByRole('cell').nth(2).click();
    await expect(dialog(page).getByText('速写八开一张')).toBeVisible();
    const image = dialog(page).locator('img[src^="/common/file/"]').last();
    await expect(image).toHaveJSProperty('naturalWidth', 1);
  });

  test('deletes after asking, one row and those selected, and nothing when the answer is no', async ({
    page,
  }) => {
    const [one, two, three] = (await listRows(page, 'size=3&current=9')).map(row => Number(row.dataId));
    await page.goto(`${calendar}?dataId=${one}`);
    await pressAction(page, rowOf(page, Number(one)), '删除');
    await confirm(page, /^确定删除“/, '取消');
    await expect(rowOf(page, Number(one))).toBeVisible();
    await pressAction(page, rowOf(page, Number(one)), '删除');
    await confirm(page, /^确定删除“/, '删除');
    await expect(toast(page, '删除成功')).toBeVisible();
    await expect(page.getByText('没有符合条件的')).toBeVisible();

    for (const id of [two, three]) {
      await page.goto(`${calendar}?dataId=${id}`);
      await expect(rowOf(page, Number(id))).toBeVisible();
    }
    await rowOf(page, Number(three)).getByRole('checkbox').check();
    await expect(page.getByText('已选 1 条')).toBeVisible();
    await page.getByRole('button', { name: '删除所选' }).click();
    await confirm(page, '确定删除所选的 1 条记录吗？', '删除');
    await expect(page.getByText('没有符合条件的')).toBeVisible();
    expect(await listRows(page, `dataId=${two}`)).toHaveLength(1);
  });

  test('is worked by keys alone, takes a deletion back, and a file that is dropped on it', async ({
    page,
  }) => {
    // The headings show the default order; a chosen order replaces it.
    const ordered = page.locator('th[class*="descending"], th[class*="ascending"]');
    expect(await ordered.count()).toBeLessThanOrEqual(2);

    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: '跳到第一行' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('e');
    await expect(dialog(page)).toContainText('编辑 · 学校考试类型');
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('n');
    await expect(dialog(page)).toContainText('新增 · 学校考试类型');
    const remark = dialog(page).getByLabel('备注', { exact: true });
    await remark.fill('长'.repeat(70)); // as pasted: what is too long is kept and reported
    await expect(remark).toHaveValue('长'.repeat(70));
    await expect(dialog(page).getByText('备注不能超过 64 个字符')).toBeVisible();
    await remark.fill('');
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog(page)).toContainText('键盘快捷键');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('/');
    await expect(filters(page).locator('input').first()).toBeFocused();

    const before = await countRows(page, '');
    const [gone] = await listRows(page, 'size=1');
    await pressAction(page, rowOf(page, Number(gone?.dataId)), '删除');
    await confirm(page, /^确定删除/, '删除');
    await page.locator('.ant-message').getByRole('button', { name: '撤销' }).click();
    await expect(toast(page, '恢复成功')).toBeVisible();
    expect(await countRows(page, '')).toBe(before);

    const file = await page.evaluateHandle(() => {
      const held = new DataTransfer();
      held.items.add(new File(['院校,备注\n'], '拖入.csv', { type: 'text/csv' }));
      return held;
    });
    const list = page.getByRole('main').getByRole('table').first();
    await list.dispatchEvent('dragenter', { dataTransfer: file });
    await expect(page.getByText('松开鼠标，导入到“学校考试类型”')).toBeVisible();
    await list.dispatchEvent('drop', { dataTransfer: file });
    await expect(dialog(page)).toContainText('导入 · 学校考试类型');
    await expect(dialog(page)).toContainText('拖入.csv');
  });

  test('shows cards on a phone, what tells a row apart first', async ({ page }) => {
    const [first] = await listRows(page, 'size=1');
    await page.setViewportSize({ width: 390, height: 844 });
    const cards = page.getByRole('list', { name: '学校考试类型' }).getByRole('listitem');
    await expect(cards.first()).toContainText(String(first?.schoolName));
    await expectNoFaults(page, { within: 'main' });
    await cards.first().getByRole('button').first().click();
    await expect(dialog(page)).toContainText(String(first?.schoolName));
  });

  test('shows all cards of a long page on a phone, and one far down is chosen beside another', async ({
    page,
  }) => {
    const shown = await listRows(page, 'size=100');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${calendar}?size=100`);
    const cards = page.getByRole('list', { name: '学校考试类型' }).getByRole('listitem');
    await expect(cards).toHaveCount(100);
    for (const at of [3, 88]) await cards.nth(at).getByRole('checkbox').check();
    await expect(page.getByText('已选 2 条')).toBeVisible();
    await expect(cards.nth(88).getByRole('checkbox')).toHaveAccessibleName(`选择 ${shown[88]?.dataId}`);
    await cards.nth(3).getByRole('checkbox').uncheck();
    await expect(page.getByText('已选 1 条')).toBeVisible();
  });

  test('asks before a form with changes is left, and marks its tab', async ({ page }) => {
    await rows(page).first().getByRole('button', { name: '编辑', exact: true }).click();
    const form = dialog(page);
    await form.getByLabel('备注', { exact: true }).fill('未保存');
    await expect(
      page.getByRole('tab', { name: /学校考试类型.*有未保存的修改/, includeHidden: true }),
    ).toBeAttached();
    await page.keyboard.press('Escape');
    await confirm(page, '放弃未保存的修改？', '继续编辑');
    await expect(form.getByLabel('备注', { exact: true })).toHaveValue('未保存');
  });

  test('stays usable with a screen reader: list, form and import dialog', async ({ page }) => {
    await expectNoFaults(page, { within: 'main', minor: true });
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await expect(dialog(page).getByLabel('备注', { exact: true })).toBeVisible();
    await expectNoFaults(page, { within: '.ant-modal', minor: true });
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await expect(dialog(page).getByRole('button', { name: '开始导入' })).toBeVisible();
    await expectNoFaults(page, { within: '.ant-modal', minor: true });
  });
});

test('a person of one province sees that province only, preselected and locked', async ({ page }) => {
  await logIn(page, calendar, { userName: 'hunan01', password: admin.password });
  await expect(rows(page).filter({ hasText: '湖南' })).toHaveCount(10);
  await expect(filters(page).getByLabel('省份', { exact: true })).toBeDisabled();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = dialog(page);
  await expect(form.getByLabel('省份', { exact: true })).toBeDisabled();
  await expect(form.getByTitle('湖南', { exact: true })).toBeVisible();
  await expect(form.getByText('由您的数据范围决定')).toBeVisible();
});

test('a button that a person may not use is absent', async ({ page }) => {
  await logIn(page, '/wish/jointCategory', { userName: 'hunan01', password: admin.password });
  await expect(page.getByRole('button', { name: '编辑', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '批量删除', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
});

test.describe('every dataset that is only declared', () => {
  const screens = [
    ['/base/province', '省份', '新增 · 省份'],
    ['/wish/jointCategory', '类别名称', '新增 · 统考类别'],
    ['/wish/school', '院校名称', '新增 · 院校库'],
    ['/base/website', '域名', '新增 · 站点'],
    ['/wish/type', '类型名称', '新增 · 类型字典'],
    ['/wish/region', '包含省份', '新增 · 地区'],
  ] as const;
  for (const [path, column, title] of screens) {
    test(`${path} lists its rows, shows one, and offers its form`, async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(error.message));
      await logIn(page, path);
      await openList(page, path);
      await expect(page.getByRole('columnheader', { name: column }).first()).toBeAttached();
      await rows(page).first().getByRole('cell').nth(1).click();
      await expect(dialog(page).getByText('创建时间')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '新增', exact: true }).click();
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
      expect(errors).toEqual([]);
    });
  }
});
