import type { Locator, Page } from '@playwright/test';
import { hostileHtml } from '@yikao/server/testing/rich-text/hostile-html.ts';
import { type PastedPage, pastedPages } from '@yikao/server/testing/rich-text/pages.ts';
import { call, confirm, dialog, listRows, rowOf, rows, savedQuestion, toast } from './support/dataset.ts';
import { faultsOf } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { answerPictures, compare, paste, replaceByPaste } from './support/rich-text.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';

/** The rich texts of a calendar's row, with their tabs. */
const areas = [
  ['onlineSchoolInfoUrl', '线上院校信息'],
  ['examInfo', '考试信息'],
  ['subject', '考试科目'],
] as const;

/** Every sixth page: some of each kind. */
const sample = pastedPages.filter((_, index) => index % 6 === 0);

async function openRow(page: Page, id: number): Promise<Locator> {
  await page.goto(`${calendar}?dataId=${id}`);
  await rowOf(page, id).getByRole('button', { name: '编辑', exact: true }).click();
  return dialog(page);
}

async function editorOf(form: Locator, name: string): Promise<Locator> {
  await form.getByRole('tab', { name, exact: true }).click();
  return form.getByRole('group', { name, exact: true }).getByRole('textbox', { name, exact: true });
}

/** Pastes a text into each area of a row, saves it, and returns what is stored. */
async function saved(page: Page, id: number, texts: readonly string[]): Promise<string[]> {
  const form = await openRow(page, id);
  const used = areas.slice(0, texts.length);
  for (const [index, [, name]] of used.entries())
    await replaceByPaste(page, await editorOf(form, name), texts[index] as string);
  await form.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  const row = (await call(page, 'GET', `/api/data/wish/sch/examType/info?dataId=${id}`)) as Record<
    string,
    unknown
  >;
  return used.map(([field]) => String(row[field] ?? ''));
}

let id: number;
test.beforeEach(async ({ page }) => {
  await answerPictures(page);
  await logIn(page, calendar);
  await expect(rows(page).first()).toBeVisible();
  const [row] = await listRows(page, 'size=1&current=5');
  id = Number(row?.dataId);
});

test('pages of official accounts, 秀米, 135 and Word keep their look and their pictures, and change no more', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const canvas = await context.newPage();
  await answerPictures(canvas);
  for (let at = 0; at < sample.length; at += areas.length) {
    const pasted = sample.slice(at, at + areas.length);
    const stored = await saved(
      page,
      id,
      pasted.map(({ html }) => html),
    );
    for (const [index, text] of stored.entries()) {
      const kept = await compare(canvas, pasted[index] as PastedPage, text);
      expect(kept.picturesKept, kept.name).toBe(kept.pictures);
      expect(kept.differing, kept.name).toBeLessThanOrEqual(0.05);
      expect(text, kept.name).not.toMatch(/mso-|<script|data-src/);
    }
    if (at === 0) expect(await saved(page, id, stored)).toEqual(stored);
  }
});

test('of the pages that run scripts none runs: in the editor, when saved, in the details', async ({
  page,
}) => {
  const form = await openRow(page, id);
  const editor = await editorOf(form, '考试科目');
  await editor.click();
  for (const html of hostileHtml) await paste(editor, html);
  await paste(editor, '<p>到此为止</p>');
  await expect(editor).toContainText('到此为止');
  // Every place that a handler could be waiting at is passed over, pressed and left.
  await editor.evaluate(element => {
    for (const one of element.querySelectorAll('*'))
      for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'error', 'load', 'animationstart'])
        one.dispatchEvent(new Event(type));
  });
  const ran = () => page.evaluate(() => Reflect.get(window, 'ran'));
  expect(await ran()).toBeUndefined();
  await form.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  await rowOf(page, id).getByRole('cell').nth(2).click();
  await expect(dialog(page).getByText('到此为止')).toBeVisible();
  expect(await ran()).toBeUndefined();
  await expect(
    dialog(page).locator('a[href^="javascript"], iframe, script, [onclick], [onerror]'),
  ).toHaveCount(0);
});

test('a text that was only looked at, or is again as it was, is not changed', async ({ page }) => {
  await saved(page, id, ['<section style="padding: 8px"><section>甲</section> 乙</section>']);
  const form = await openRow(page, id);
  const editor = await editorOf(form, '线上院校信息');
  await editor.click();
  await page.keyboard.type('丙');
  await expect(editor).toContainText('丙');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor).not.toContainText('丙');
  await form.getByRole('button', { name: '取消', exact: true }).click();
  await expect(page.locator('.ant-modal-confirm').filter({ visible: true })).toHaveCount(0);
  await expect(form).toBeHidden();
});

test('the toolbar gives sizes, looks, headings, lists, quotations, lines, links and tables', async ({
  page,
}) => {
  const form = await openRow(page, id);
  const editor = await editorOf(form, '考试科目');
  const tools = form.getByRole('toolbar', { name: '考试科目的格式工具' });
  const press = (name: string) => tools.getByRole('button', { name, exact: true }).click();
  const choose = async (button: string | RegExp, item: string) => {
    await tools.getByRole('button', { name: button }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).filter({ visible: true }).click();
  };
  await replaceByPaste(page, editor, '<p>考试大纲</p>');
  await page.keyboard.press('ControlOrMeta+a');
  await choose(/^字号/, '32 px');
  await press('加粗');
  await choose('对齐', '居中');
  await choose(/^段落和标题/, '标题 2');
  const heading = editor.locator('h2');
  await expect(heading).toHaveText('考试大纲');
  await expect(heading).toHaveCSS('text-align', 'center');
  await expect(heading.locator('strong')).toHaveText('考试大纲');
  await expect(heading.locator('span')).toHaveCSS('font-size', '32px');
  await expect(tools.getByRole('button', { name: '加粗', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The focus comes back from the menu with the next frame.
  await expect(editor).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('素描');
  await press('无序列表');
  await page.keyboard.press('Enter');
  await page.keyboard.type('速写');
  await expect(editor.locator('ul > li')).toHaveText(['素描', '速写']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('原文');
  await press('引用');
  await expect(editor.locator('blockquote')).toHaveText('原文');
  await press('引用');
  await expect(editor.locator('blockquote')).toHaveCount(0);
  await press('分割线');
  await press('链接');
  await page.getByLabel('链接地址').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '请输入以 https' })).toBeVisible();
  await page.getByLabel('链接地址').fill('example.com/gg');
  await page.keyboard.press('Enter');
  await expect(editor.locator('a[href="https://example.com/gg"]')).toBeVisible();

  await choose('表格', '插入表格（3 行 3 列）');
  await expect(editor.locator('tr')).toHaveCount(3);
  await editor.locator('td').first().click();
  await page.keyboard.type('科目');
  await choose('表格', '在下方加一行');
  await choose('表格', '在右侧加一列');
  await expect(editor.locator('tr')).toHaveCount(4);
  await expect(editor.locator('tr').first().locator('th, td')).toHaveCount(4);
  await form.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  const row = (await call(page, 'GET', `/api/data/wish/sch/examType/info?dataId=${id}`)) as {
    subject: string;
  };
  expect(row.subject).toMatch(/^<h2 style="text-align: center">.*考试大纲/);
  expect(row.subject).toContain('<ul><li>素描</li><li>速写</li></ul>');
});

test('Enter begins anew where everything is selected, and works where the caret has just moved', async ({
  page,
}) => {
  const form = await openRow(page, id);
  const editor = await editorOf(form, '考试科目');
  await replaceByPaste(page, editor, '<h2>考试大纲</h2><ul><li>素描</li></ul>');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Enter');
  await expect(editor).toHaveText('');
  await page.keyboard.type('速写');
  await expect(editor.locator(':scope > *')).toHaveText(['速写']);

  await page.keyboard.press('ControlOrMeta+a');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('速写');
  // A busy page hears of the caret only after the next key: here both come in one task.
  await editor.evaluate(element => {
    getSelection()?.selectAllChildren(element);
    getSelection()?.collapseToEnd();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await page.keyboard.type('色彩');
  await expect(editor.locator(':scope > *')).toHaveText(['速写', '色彩']);
});

test('the toolbar is one stop of the Tab key, arrows go through it, and full screen ends by Escape', async ({
  page,
}) => {
  const form = await openRow(page, id);
  const editor = await editorOf(form, '考试科目');
  const tools = form.getByRole('toolbar', { name: '考试科目的格式工具' });
  await editor.click();
  await page.keyboard.press('Shift+Tab');
  await expect(tools.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Home');
  const first = await tools.locator(':focus').getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(tools.locator(':focus')).not.toHaveAttribute('aria-label', String(first));
  await page.keyboard.press('End');
  await expect(tools.locator(':focus')).toHaveAttribute('aria-label', '全屏');
  await page.keyboard.press('Enter');
  const frame = form.getByRole('group', { name: '考试科目', exact: true });
  await expect(frame).toHaveCSS('position', 'fixed');
  await expect
    .poll(() => frame.evaluate(element => element.getBoundingClientRect().width / innerWidth))
    .toBeGreaterThan(0.98);
  await page.keyboard.press('Escape');
  await expect(frame).not.toHaveCSS('position', 'fixed');
  await expect(form).toBeVisible();
});

for (const look of ['light', 'dark'] as const)
  test(`the editor has no fault that axe finds, and fits a phone, ${look}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: look });
    const form = await openRow(page, id);
    const editor = await editorOf(form, '考试科目');
    // The tests before leave a table whose cells are empty, which is theirs.
    await replaceByPaste(page, editor, '<p>考试大纲</p>');
    expect(await faultsOf(page, { within: '[role=dialog] [role=tabpanel]', minor: true })).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const frame = form.getByRole('group', { name: '考试科目', exact: true });
    const box = await frame.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
