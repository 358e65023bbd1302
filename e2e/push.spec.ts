import type { Page } from '@playwright/test';
import {
  confirm,
  dialog,
  openList,
  pick,
  pressAction,
  pressTool,
  rows,
  savedQuestion,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { expect, test } from './support/test.ts';

const task = (page: Page) => rows(page).filter({ hasText: '校考报名提醒' });

test('a campaign is written with its estimate, built and sent, and its progress is watched', async ({
  page,
}) => {
  await logInToLook(page, '/push/task');
  await openList(page, '/push/task');
  await pressTool(page, '新增');
  const form = dialog(page);
  await form.getByLabel('任务名称').fill('校考报名提醒');
  await pick(page, form, '推送应用', '艺考志愿宝 App');
  await form.getByLabel('标题').fill('校考报名开始');
  await form.getByLabel('内容').fill('八所院校今天开放校考报名');
  await expect(form.getByText(/\d+ 台设备/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await lookAt(page, 'push_audience');
  await form.getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  await expect(task(page)).toContainText('草稿');

  await pressAction(page, task(page), '生成名单');
  await dialog(page).getByRole('button', { name: '生成名单' }).click();
  await expect(task(page)).toContainText('名单已生成', { timeout: 60_000 });
  await pressAction(page, task(page), '分发');
  await expect(dialog(page).getByText('目标设备')).toBeVisible();
  await dialog(page).getByRole('button', { name: '分发' }).click();
  await expect(task(page)).toContainText('已完成', { timeout: 60_000 });
  await expectNoFaults(page);
  await task(page).getByRole('cell').nth(2).click();
  await page.getByRole('dialog').getByRole('tab', { name: '进度' }).click();
  await expect(page.getByRole('dialog').getByText('目标设备')).toBeVisible();
  await lookAt(page, 'push_progress', { within: '.ant-drawer .ant-tabs-tabpane-active' });
});

test('a mount shows its anchor on a phone while it is typed, and its way onto the video', async ({
  page,
}) => {
  await logInToLook(page, '/tiktok/mount');
  await pressTool(page, '新增');
  await pick(page, dialog(page), '挂载类型', '商品');
  await pick(page, dialog(page), '课程或商品', '智能志愿表');
  await dialog(page).getByLabel('锚点文案').fill('素描提分课零基础入门到精通十六');
  await expect(dialog(page).getByText('素描提分课零基础入门到精通十六').first()).toBeVisible();
  await lookAt(page, 'tiktok_anchor');
  await page.keyboard.press('Escape');
  await page.goto('/tiktok/mount');
  const rejected = page.getByRole('main').getByRole('row').filter({ hasText: '包过训练营' });
  await rejected.getByRole('cell').nth(1).click();
  await page.getByRole('dialog').getByRole('tab', { name: '进度' }).click();
  await expect(page.getByRole('dialog').getByText('锚点文案含有承诺结果的用语')).toBeVisible();
  await lookAt(page, 'tiktok_progress', { within: '.ant-drawer .ant-tabs-tabpane-active' });
});

test('an account of Douyin is authorised in a window of its own, and what hangs on it is told', async ({
  page,
}) => {
  await logInToLook(page, '/tiktok/account');
  await openList(page, '/tiktok/account');
  const opened = page.waitForEvent('popup');
  await pressTool(page, '授权账号');
  const window = await opened;
  await expect(window.getByRole('heading', { name: '授权成功' })).toBeVisible();
  await window.close();
  await expect(rows(page).filter({ hasText: /剩 1[45] 天/ })).toBeVisible();
  await pressAction(page, rows(page).filter({ hasText: 'yikaoketang' }), '解绑');
  await expect(dialog(page).getByText('2 个挂载会一并结束')).toBeVisible();
  await expect(dialog(page).getByText('素描提分课')).toBeVisible();
  await lookAt(page, 'tiktok_unbind');
  await expectNoFaults(page, { within: '.ant-modal' });
});

test('the pages of pushes and short videos are whole in English, from a laptop to a phone, light and dark', async ({
  page,
}) => {
  await logInToLook(page, '/push/app', 'en');
  for (const [path, words] of [
    ['/push/app', 'Simulated here'],
    ['/push/device', 'Reachable'],
    ['/push/task', 'Draft'],
    ['/push/record', 'Sent'],
    ['/tiktok/account', 'Authorised'],
    ['/tiktok/course', 'Approved'],
    ['/tiktok/mount', 'Mounted'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectNoFaults(page);
    await lookAt(page, path.slice(1).replace('/', '-'), { within: 'main', language: 'en' });
  }
});
