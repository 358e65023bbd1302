import type { Locator, Page } from '@playwright/test';
import { call, confirm, listRows, rowOf, rows, savedQuestion, toast } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { copyPage, drawnPng } from './support/rich-text.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';

/** The address that the editor stores pictures at. */
const store = '**/common/image/upload';

/** The places of pictures that are still being stored. */
const places = '.rich-waiting';
const stored = 'img[src^="/common/file/"]';

let id: number;
test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, calendar);
  await expect(rows(page).first()).toBeVisible();
  const [row] = await listRows(page, 'size=1&current=6');
  id = Number(row?.dataId);
});

/** Opens a text of the row in its form and empties it. */
async function emptyEditor(page: Page): Promise<{ readonly form: Locator; readonly editor: Locator }> {
  await page.goto(`${calendar}?dataId=${id}`);
  await rowOf(page, id).getByRole('button', { name: '编辑', exact: true }).click();
  // Not the question above it.
  const form = page.getByRole('dialog').filter({ has: page.getByRole('tab', { name: '考试科目' }) });
  await form.getByRole('tab', { name: '考试科目', exact: true }).click();
  const editor = form.getByRole('textbox', { name: '考试科目', exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  return { form, editor };
}

/** Holds uploads back until `answer` is called with whether they succeed, one call for each. */
async function holdUploads(page: Page): Promise<{ readonly answer: (isDone: boolean) => Promise<void> }> {
  const held: ((isDone: boolean) => void)[] = [];
  await page.route(store, async route => {
    const isDone = await new Promise<boolean>(resolve => held.push(resolve));
    await (isDone ? route.continue() : route.fulfill({ status: 500, body: '' }));
  });
  return {
    async answer(isDone) {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      held.shift()?.(isDone);
    },
  };
}

async function save(page: Page, form: Locator): Promise<string> {
  await form.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  const row = await call(page, 'GET', `/api/data/wish/sch/examType/info?dataId=${id}`);
  return String((row as { subject: unknown }).subject); // a field of the row
}

test('five pasted PNG pictures ask one question, the text is there at once, and each picture comes into its place', async ({
  page,
  context,
}) => {
  const { form, editor } = await emptyEditor(page);
  const { answer } = await holdUploads(page);
  const parts = await Promise.all(
    [1, 2, 3, 4, 5].map(
      async n => `<p>第${n}段</p><p><img alt="图${n}" src="${await drawnPng(page, n)}"></p>`,
    ),
  );
  await copyPage(context, `<h2>大纲</h2>${parts.join('')}<p>完</p>`);
  await page.bringToFront();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+v');

  // Before anything is answered.
  await expect(editor).toContainText('大纲');
  await expect(editor).toContainText('完');
  await expect(editor.locator(places)).toHaveCount(5);
  await expect(form.getByText('正在上传图片，还剩 5 张')).toBeVisible();
  await confirm(page, '将 5 张图片转成 JPEG 后插入？', '转换并插入');
  await expect(page.locator('.ant-modal-confirm').filter({ visible: true })).toHaveCount(0);

  // The caret is behind the pasted text; somebody goes on there, and at its beginning.
  await expect(editor).toBeFocused();
  await page.keyboard.type('之后');
  await expect(editor.locator('p').last()).toHaveText('完之后');
  // By a click: a caret at the very start, right after the focus, counts as the browser's and is put back.
  await editor.locator('h2').click({ position: { x: 1, y: 8 } });
  await page.keyboard.type('2027 ');
  await expect(editor.locator('h2')).toHaveText('2027 大纲');

  // A save waits, and says what for, also behind another tab.
  const ok = form.getByRole('button', { name: '确定', exact: true });
  await form.getByRole('tab', { name: '考试信息', exact: true }).click();
  await expect(form.getByText('正在上传，还剩 5 个文件；完成后才能保存')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('.ant-modal-confirm').filter({ visible: true })).toHaveCount(0);
  await form.getByRole('tab', { name: '考试科目', exact: true }).click();

  for (const left of [4, 3, 2, 1, 0]) {
    await answer(true);
    await expect(editor.locator(stored)).toHaveCount(5 - left);
    await expect(editor.locator(places)).toHaveCount(left);
  }
  await expect(form.getByText(/还剩/)).toHaveCount(0);
  await expect(ok).toBeEnabled();

  // Undo takes back what was typed, then what was pasted; redo brings it with its pictures.
  await editor.click();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(editor).not.toContainText('完', { timeout: 500 });
  }).toPass();
  await expect(editor.locator(stored)).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(editor).toContainText('2027 大纲', { timeout: 500 });
  }).toPass();
  await expect(editor.locator(stored)).toHaveCount(5);

  const text = await save(page, form);
  expect(text.match(/<img [^>]*src="\/common\/file\/[^"]+\.jpg"/g)).toHaveLength(5);
  expect(text.match(/图\d/g)).toEqual(['图1', '图2', '图3', '图4', '图5']);
  expect(text).not.toMatch(/waiting|data:image/);
});

test('a caret that is moved just as an upload gets on stays where it was put', async ({ page, context }) => {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (...body) {
      Object.assign(window, { upload: this.upload });
      send.apply(this, body);
    };
  });
  const { editor } = await emptyEditor(page);
  const { answer } = await holdUploads(page);
  await copyPage(context, `<h2>大纲</h2><p><img alt="图" src="${await drawnPng(page, 1)}"></p><p>完</p>`);
  await page.bringToFront();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+v');
  await confirm(page, '转成 JPEG 后插入？', '转换并插入');
  await expect(editor).toBeFocused();
  await expect.poll(() => page.evaluate(() => 'upload' in window)).toBe(true);
  // Both in one task: the page has not announced the caret when the upload does.
  await editor.evaluate(element => {
    const text = element.querySelector('h2')?.firstChild;
    if (text) getSelection()?.collapse(text, 1);
    const { upload } = window as unknown as { upload: EventTarget }; // the script above keeps it
    upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }));
  });
  await page.keyboard.type('的');
  await expect(editor.locator('h2')).toHaveText('大的纲');
  await answer(true);
  await expect(editor.locator(stored)).toHaveCount(1);
});

test('what a paste leaves out is named in one sentence, with the number of each', async ({
  page,
  context,
}) => {
  const { form, editor } = await emptyEditor(page);
  await copyPage(
    context,
    `<p>正文一</p>
    <p><img src="file:///C:/Users/a/1.png"></p><p><img src="file:///C:/Users/a/2.png"></p>
    <p><iframe class="video_iframe" data-src="https://v.qq.com/x"></iframe></p>
    <p>前<mpvoice name="录音"></mpvoice>后</p>
    <section><mp-common-profile data-nickname="某号"></mp-common-profile></section>
    <section><mp-common-miniprogram></mp-common-miniprogram></section>
    <p><iframe src="about:blank#map"></iframe></p>
    <p><video src="blob:https://example.com/1"></video></p>
    <p>正文二</p>`,
  );
  await page.bringToFront();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(editor).toContainText('正文二');
  await expect(
    form.getByText(
      '以下内容未能插入：2 张本机磁盘上的图片（请用“图片”按钮插入）、2 个视频、1 段语音、2 张卡片和1 个嵌入的网页。',
    ),
  ).toBeVisible();
  await page.keyboard.type('。');
  await expect(editor.locator('p').last()).toHaveText('正文二。');
  await form.getByRole('button', { name: '关闭未插入内容的提示' }).click();
  await expect(form.getByText(/未能插入/)).toHaveCount(0);
  const text = await save(page, form);
  expect(text).not.toMatch(/file:|iframe|mpvoice|<video|mp-common/);
});

test('a picture whose upload fails is named, and leaves no broken picture in the saved text', async ({
  page,
  context,
}) => {
  const { form, editor } = await emptyEditor(page);
  const { answer } = await holdUploads(page);
  await copyPage(
    context,
    `<p>甲</p><p><img alt="报名图" src="${await drawnPng(page, 1)}"></p><p><img src="${await drawnPng(page, 2)}"></p><p>乙</p>`,
  );
  await page.bringToFront();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+v');
  await confirm(page, '将 2 张图片转成 JPEG 后插入？', '转换并插入');
  await answer(false);
  await answer(true);
  await expect(editor.locator(places)).toHaveCount(0);
  // Either of them is the first to be sent.
  await expect(
    form.getByText(/^以下内容未能插入：1 张上传失败的图片（(报名图|第 2 张图片)）。$/),
  ).toBeVisible();
  await expect(editor.locator('img:not(.ProseMirror-separator)')).toHaveCount(1);
  const text = await save(page, form);
  expect(text.match(/<img/g)).toHaveLength(1);
  expect(text).toMatch(/甲.*乙/);
});

test('pictures that are still being stored are not lost without a question, and none is stored that was declined', async ({
  page,
  context,
}) => {
  const { form, editor } = await emptyEditor(page);
  await editor.pressSequentially('原文');
  await copyPage(context, `<p>甲</p><p><img src="${await drawnPng(page, 1)}"></p>`);
  await page.bringToFront();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+v');
  await confirm(page, '“第 1 张图片”转成 JPEG 后插入？', '取消');
  await expect(editor.locator(places)).toHaveCount(0);
  await expect(form.getByText(/未能插入/)).toHaveCount(0);
  const { answer } = await holdUploads(page);
  await page.keyboard.press('ControlOrMeta+v');
  await confirm(page, '“第 1 张图片”转成 JPEG 后插入？', '转换并插入');
  await form.getByRole('button', { name: '取消', exact: true }).click();
  const question = page.locator('.ant-modal-confirm').filter({ visible: true });
  await expect(question).toHaveCount(1);
  await page.keyboard.press('Escape');
  await answer(true);
  await expect(editor.locator(stored)).toHaveCount(1);
});

test('a form waits for a picture of a field of its own, too', async ({ page }) => {
  await page.goto('/wish/school');
  await rows(page).first().getByRole('button', { name: '编辑', exact: true }).click();
  const form = page.getByRole('dialog').filter({ visible: true });
  const field = form.locator('[data-field=logo]');
  let answer: () => void = () => {};
  await page.route('**/common/document/upload', async route => {
    await new Promise<void>(resolve => {
      answer = resolve;
    });
    await route.continue();
  });
  const image = Buffer.from((await drawnPng(page, 1)).replace(/^.*,/, ''), 'base64');
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: image });
  const waits = form.getByText('正在上传，还剩 1 个文件；完成后才能保存');
  await expect(waits).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.locator('.ant-modal-confirm').filter({ visible: true })).toHaveCount(0);
  answer();
  await expect(waits).toHaveCount(0);
  // Its section may be folded.
  await expect(field.getByText('移除')).toHaveCount(1);
  await expect(form.getByRole('button', { name: '确定', exact: true })).toBeEnabled();
});
