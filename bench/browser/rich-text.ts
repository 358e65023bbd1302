/**
 * Fidelity of the rich-text editor: seventy-four made-up pages in the shapes of official accounts, 秀米, 135 and Word are
 * pasted into the calendar's form and saved. Each is drawn at 390 pixels as it was pasted and as it was stored: the share
 * of pixels that differ, and the share of pictures kept. Then the hostile pages: how many run. And the size of the
 * editor's own files, compressed.
 *
 *   npm start once, so that the pages are built; then: node bench/browser/rich-text.ts [address of a started product]
 *
 * A product that is started elsewhere, such as an earlier version, is measured by its address; its administrator has
 * the first password of the tests.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { hostileHtml } from '@yikao/server/testing/rich-text/hostile-html.ts';
import { pastedPages } from '@yikao/server/testing/rich-text/pages.ts';
import { call, confirm, dialog, listRows, rowOf, savedQuestion, toast } from '../../e2e/support/dataset.ts';
import { logIn } from '../../e2e/support/log-in.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { answerPictures, compare, type Kept, paste, replaceByPaste } from '../../e2e/support/rich-text.ts';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';

const bounds = { differing: 0.05, pictures: 0.99, kilobytes: 120 };
const areas = [
  ['onlineSchoolInfoUrl', '线上院校信息'],
  ['examInfo', '考试信息'],
  ['subject', '考试科目'],
] as const;

async function openForm(page: Page, id: number): Promise<Locator> {
  await page.goto(`/sch/examType?dataId=${id}`);
  await rowOf(page, id).getByRole('button', { name: '编辑', exact: true }).click();
  return dialog(page);
}

async function editorOf(form: Locator, name: string): Promise<Locator> {
  await form.getByRole('tab', { name, exact: true }).click();
  return form.getByRole('group', { name, exact: true }).getByRole('textbox');
}

async function save(page: Page, form: Locator, id: number): Promise<Record<string, unknown>> {
  await form.getByRole('button', { name: '确定', exact: true }).click();
  await confirm(page, savedQuestion);
  await toast(page, '修改成功').waitFor();
  const row = await call(page, 'GET', `/api/data/wish/sch/examType/info?dataId=${id}`);
  return row as Record<string, unknown>;
}

async function measurePages(browser: Browser, page: Page, id: number): Promise<Kept[]> {
  const canvas = await browser.newPage();
  await answerPictures(canvas);
  const kept: Kept[] = [];
  for (let at = 0; at < pastedPages.length; at += areas.length) {
    const pasted = pastedPages.slice(at, at + areas.length);
    const form = await openForm(page, id);
    for (const [index, { html }] of pasted.entries())
      await replaceByPaste(page, await editorOf(form, areas[index]![1]), html);
    const row = await save(page, form, id);
    for (const [index, one] of pasted.entries())
      kept.push(await compare(canvas, one, String(row[areas[index]![0]] ?? '')));
  }
  await canvas.close();
  return kept;
}

/** Pastes each hostile page, and returns how many ran in the editor or from what was stored. */
async function countRunning(browser: Browser, page: Page, id: number): Promise<number> {
  const blank = await browser.newPage();
  let running = 0;
  const form = await openForm(page, id);
  const editor = await editorOf(form, areas[2][1]);
  await editor.click();
  for (const html of hostileHtml) {
    await page.evaluate(() => Reflect.deleteProperty(window, 'ran'));
    await paste(editor, html);
    const ran = await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => resolve(Reflect.get(window, 'ran')))),
    );
    if (ran !== undefined) running++;
  }
  const row = await save(page, form, id);
  await blank.setContent(String(row.subject ?? ''));
  const pressed = () => {
    for (const one of document.querySelectorAll('body *'))
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return Reflect.get(window, 'ran');
  };
  if ((await blank.evaluate(pressed)) !== undefined) running++;
  await blank.close();
  return running;
}

/** Kilobytes of the built files that a form with rich text loads for its editor alone, compressed. */
async function editorKilobytes(): Promise<number> {
  const folder = join(import.meta.dirname, '../../web/dist/assets');
  const names = (await readdir(folder)).filter(name => /^(RichTextEditor|clean-html)-.*\.br$/.test(name));
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000;
}

const given = process.argv[2];
const product = given === undefined ? await startProduct() : undefined;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const baseURL = given ?? product?.address ?? '';
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const page = await context.newPage();
  await answerPictures(page);
  await logIn(page, '/sch/examType');
  const [row] = await listRows(page, 'size=1&current=5');
  const id = Number(row?.dataId);
  const kept = await measurePages(browser, page, id);
  const running = await countRunning(browser, page, id);

  const sum = (of: (one: Kept) => number) => kept.reduce((total, one) => total + of(one), 0);
  const within = kept.filter(({ differing }) => differing <= bounds.differing).length;
  const worst = kept.toSorted((one, other) => other.differing - one.differing).slice(0, 8);
  const share = sum(({ picturesKept }) => picturesKept) / sum(({ pictures }) => pictures);
  const percent = (number: number) => `${(number * 100).toFixed(1)} %`;
  console.log(`pages within 5 % of their pixels   ${within} of ${kept.length}`);
  console.log(
    `pixels that differ, on average     ${percent(sum(({ differing }) => differing) / kept.length)}`,
  );
  console.log(`worst: ${worst.map(({ name, differing }) => `${name} ${percent(differing)}`).join(', ')}`);
  console.log(`pictures kept                      ${percent(share)} (at least 99 %)`);
  console.log(`hostile pages that ran             ${running} of ${hostileHtml.length}`);
  let kilobytes = 0;
  if (given === undefined) {
    kilobytes = await editorKilobytes();
    console.log(
      `files of the editor                ${kilobytes.toFixed(1)} kB (at most ${bounds.kilobytes})`,
    );
  }
  const met = within === kept.length && share >= bounds.pictures && running === 0;
  if (!met || kilobytes > bounds.kilobytes) process.exitCode = 1;
} finally {
  await browser.close();
  await product?.stop();
}
