import type { Page } from '@playwright/test';
import {
  call,
  confirm,
  dialog,
  pick,
  pressAction,
  pressTool,
  rows,
  savedQuestion,
  toast,
} from './support/dataset.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

const rowNamed = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** A video by its head; nothing is said of the rest where it is not converted. */
function film(megabytes: number): Buffer {
  const content = Buffer.alloc(megabytes * 1024 * 1024, 7);
  content.write('\0\0\0 ftypisom', 'latin1');
  return content;
}

test('a video is uploaded over a line that is lost, and goes on by itself', async ({ page }) => {
  await logInToLook(page, '/course/upload');
  let failures = 0;
  await page.route('**/api/course/upload/tus/*', async route => {
    if (route.request().method() === 'PATCH' && failures < 2) {
      failures += 1;
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await expect(page.getByRole('button', { name: '上传视频' }).first()).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '石膏几何体.mp4', mimeType: 'video/mp4', buffer: film(20) });
  const row = rowNamed(page, '石膏几何体');
  await expect(row).toBeVisible({ timeout: 60_000 });
  expect(failures).toBe(2);
  await expect(row).toContainText('完成', { timeout: 60_000 });
  await expect(row).toContainText('20.0 MB');
});

test('a file that is no video is refused with the reason', async ({ page }) => {
  await logInToLook(page, '/course/upload');
  await expect(page.getByRole('button', { name: '上传视频' }).first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: '假视频.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('<html>no video</html>'.repeat(2_000)),
  });
  await expect(page.getByRole('alert').filter({ hasText: '不支持的文件类型' })).toBeVisible();
});

test('lessons are put in order and into chapters with the keys, added, and played with a watermark', async ({
  page,
}) => {
  await logInToLook(page, '/course/course');
  await pressAction(page, rowNamed(page, '素描静物三十讲'), '课时');
  const opened = dialog(page);
  const list = opened.getByRole('list', { name: '课时与章' });
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await lookAt(page, 'courses_outline');
  const handle = opened.getByRole('button', { name: '移动课时 五大调子' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(opened.getByRole('status')).toContainText('五大调子 已移到第');
  await opened.getByRole('button', { name: '保存顺序' }).click();
  await expect(toast(page, '已保存课时顺序')).toBeVisible();
  const stored = (await call(page, 'GET', '/api/course/lessons?lessonName=五大调子')) as {
    records: { chapterName: string }[];
  };
  expect(stored.records[0]?.chapterName).toBe('第一章 构图');

  await opened.getByRole('button', { name: '新增课时' }).click();
  const form = dialog(page);
  await form.getByLabel('课时', { exact: true }).fill('石膏写生');
  await pick(page, form, '视频', '石膏几何体');
  await form.getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  await expect(list).toContainText('石膏写生');
  await opened.getByRole('button', { name: '播放 石膏写生' }).click();
  const player = page.getByRole('dialog', { name: '石膏写生' });
  await expect(player.locator('video')).toBeVisible();
  await expect(player).toContainText('未安装 ffmpeg');
  const source = (await player.locator('video').getAttribute('src')) ?? '';
  expect(await page.evaluate(async url => (await fetch(url)).status, source)).toBe(200);
  expect((await fetch(new URL(source, page.url()))).status).toBe(401);
  await expect(player).toContainText('admin');
});

test('a room goes live, presents one of its goods, and stops', async ({ page }) => {
  await logInToLook(page, '/wish/live');
  await pressAction(page, rowNamed(page, '湖南艺考志愿直播答疑'), '直播台');
  const opened = dialog(page);
  await opened.getByRole('button', { name: '开播' }).click();
  await expect(opened.getByText('直播中')).toBeVisible();
  await expect(opened.getByLabel('推流服务器')).toHaveValue('rtmp://push.example.cn/live/');
  const goods = opened.getByRole('list', { name: '直播商品' }).getByRole('listitem');
  await goods
    .nth(0)
    .getByRole('button', { name: /^讲解 / })
    .click();
  await expect(goods.nth(0)).toContainText('讲解中');
  await goods
    .nth(1)
    .getByRole('button', { name: /^讲解 / })
    .click();
  await expect(goods.nth(1)).toContainText('讲解中');
  await expect(opened.getByText('讲解中', { exact: true })).toHaveCount(1);
  await lookAt(page, 'courses_live');
  await opened.getByRole('button', { name: '下播', exact: true }).click();
  await page.locator('.ant-popconfirm').getByRole('button', { name: '确定' }).click();
  await expect(opened.getByText('已结束')).toBeVisible();
  await expect(opened.getByLabel('推流服务器')).toBeHidden();
});

test('people are registered for a lecture and checked in by their code, in English', async ({ page }) => {
  await logInToLook(page, '/wish/lectureApply', 'en');
  await pressTool(page, 'Register');
  const form = dialog(page);
  await pick(page, form, 'Lecture', '校考院校选择');
  await form.getByLabel('Name').fill('李知夏');
  await form.getByLabel('Mobile').fill('13800005999');
  await lookAt(page, 'courses_register', { language: 'en' });
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(toast(page, 'Registered')).toBeVisible();
  const found = (await call(page, 'GET', '/api/data/wish/lecture/apply?mobile=13800005999')) as {
    records: { signCode: string }[];
  };
  await pressTool(page, 'Check in by code');
  const sign = dialog(page);
  await sign.getByLabel('Check-in code').fill('NOSUCHCODE22');
  await page.keyboard.press('Enter');
  await expect(sign.getByRole('status')).toContainText('no such code');
  await sign.getByLabel('Check-in code').fill(found.records[0]?.signCode ?? '');
  await page.keyboard.press('Enter');
  await expect(sign.getByRole('status')).toContainText('李知夏 has checked in');
});

test('the pages of courses read well in English', async ({ page }) => {
  await logInToLook(page, '/course/course', 'en');
  const { records } = (await call(page, 'GET', '/api/course?courseName=素描静物三十讲')) as {
    records: { cover: string }[];
  };
  const body = { courseName: 'Still life', cover: records[0]?.cover, courseType: 1, price: '10.00' };
  const { courseId } = (await call(page, 'POST', '/api/course', body)) as { courseId: number };
  for (const lessonName of ['Light', 'Shade']) {
    await call(page, 'POST', '/api/course/lessons', { courseId, lessonName, chapterName: 'Beginnings' });
  }
  await page.reload();
  const row = page.getByRole('main').getByRole('row').filter({ hasText: 'Still life' });
  await row.getByRole('button', { name: 'Lessons' }).click();
  const list = dialog(page).getByRole('list', { name: 'Lessons and chapters' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await lookAt(page, 'courses_outline', { language: 'en' });
});
