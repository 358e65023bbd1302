import { createServer, type Server } from 'node:http';
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
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const text = '考生须在规定时间内登录报名系统，如实填写个人信息，并上传近期免冠照片。'.repeat(8);

/** A site whose list is made again in the middle of the test. */
function startSite(port: number): Promise<{ server: Server; redesign: () => void }> {
  let isNew = false;
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const number = /^\/a\/(\d+)/.exec(url)?.[1];
    const ids = isNew ? [4, 5] : [1, 2, 3];
    const list = ids.map(id => `<a href="/a/${id}.html">第${id}号校考公告</a><i>2026年11月0${id}日</i>`);
    const body =
      number !== undefined
        ? `<h1>第${number}号校考公告</h1><div class="text"><p>${text}</p></div>`
        : isNew
          ? list.map(item => `<article>${item}</article>`).join('')
          : `<ul class="news">${list.map(item => `<li>${item}</li>`).join('')}</ul>`;
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  return new Promise(resolve =>
    server.listen(port, '127.0.0.1', () =>
      resolve({
        server,
        redesign: () => {
          isNew = true;
        },
      }),
    ),
  );
}

const task = (page: Page) => rows(page).filter({ hasText: '某校招生公告' });

test('a task is tried before it is kept, run, found broken, mended, and its pages become drafts', async ({
  page,
  product,
}) => {
  const { server, redesign } = await startSite(product.sitePort);
  try {
    await logIn(page);
    await openList(page, '/base/crawler');
    await pressTool(page, '新增');
    const form = dialog(page);
    await form.getByLabel('任务名称').fill('某校招生公告');
    await form.getByLabel('起始地址').fill(`http://127.0.0.1:${product.sitePort}/`);
    await form.getByLabel('列表选择器').fill('.new li');
    await form.getByLabel('正文选择器').fill('.text');
    await form.getByRole('button', { name: '试一试' }).click();
    await expect(dialog(page).getByText('列表选择器没有找到任何元素')).toBeVisible();
    await dialog(page).getByRole('button', { name: '返回修改' }).click();
    await expect(page.getByRole('dialog', { name: '试抓结果' })).toBeHidden();
    await form.getByLabel('列表选择器').fill('.news li');
    await form.getByRole('button', { name: '试一试' }).click();
    await expect(dialog(page).getByText('前三条都读到了标题和正文，可以保存')).toBeVisible();
    await expect(dialog(page).getByRole('link', { name: '第1号校考公告' })).toBeVisible();
    await expectNoFaults(page, { within: '.ant-modal' });
    await dialog(page).getByRole('button', { name: '返回修改' }).click();
    await expect(page.getByRole('dialog', { name: '试抓结果' })).toBeHidden();
    await pick(page, form, '入库栏目', '校考');
    await form.getByRole('button', { name: '确定' }).click();
    await confirm(page, savedQuestion);
    await expect(task(page)).toBeVisible();

    const runTask = async () => {
      await pressAction(page, task(page), '运行');
      await dialog(page).getByRole('button', { name: '运行' }).click();
    };
    await runTask();
    await expect(task(page)).toContainText('已完成', { timeout: 60_000 });
    await expect(task(page)).toContainText('正常');

    redesign();
    await runTask();
    await expect(task(page)).toContainText('已失效', { timeout: 60_000 });
    await expect(task(page)).toContainText('列表选择器没有找到任何条目');
    await expectNoFaults(page);

    await openList(page, '/base/crawlerResult');
    await rows(page).filter({ hasText: '第1号校考公告' }).getByRole('checkbox').check();
    await rows(page).filter({ hasText: '第2号校考公告' }).getByRole('checkbox').check();
    await page.getByRole('main').locator('footer').getByRole('button', { name: '入库' }).click();
    await dialog(page).getByRole('button', { name: '入库' }).click();
    await expect(rows(page).filter({ hasText: '第1号校考公告' })).toContainText('已入库');
    await expectNoFaults(page);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the pages of the crawler are whole in English, and no wider than a phone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('yikao.language', 'en'));
  await logIn(page);
  for (const [path, words] of [
    ['/base/crawler', 'Broken'],
    ['/base/crawlerResult', 'Ignored'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectNoFaults(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wider).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});
