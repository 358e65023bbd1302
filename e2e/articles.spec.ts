import { call, dialog, openList, pressAction, pressTool, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** A page as the server reads it: the vendor itself is not asked by a test. */
const parsed = {
  ...{ title: '粘贴链接的文章', author: '王老师', sourceName: '艺考观察' },
  sourceUrl: 'https://mp.weixin.qq.com/s/AbCd',
  ...{ cover: null, summary: '三科同一天', content: '<p>正文第一段</p>' },
  ...{ publishTime: '2026-01-01 09:00:00', known: null },
  pictures: { taken: 3, faults: [{ url: 'https://mmbiz.qpic.cn/lost.png', fault: 2 }] },
};

test('an editor pastes a link, fills the form, previews the draft on each site and brings it to its readers', async ({
  page,
}) => {
  await page.route('**/api/base/article/wx/official/parse?*', route =>
    route.fulfill({ json: { success: true, code: 200, message: '', data: parsed } }),
  );
  await logIn(page, '/base/article');
  await openList(page, '/base/article');
  await expect(
    page
      .getByRole('main')
      .getByText(/定时 \d{2}-\d{2} \d{2}:00/)
      .first(),
  ).toBeVisible();
  await expectNoFaults(page);

  await pressTool(page, '粘贴公众号链接');
  await dialog(page).getByLabel('文章链接').fill('https://example.com/x');
  await dialog(page).getByRole('button', { name: '读取' }).click();
  await expect(dialog(page).getByText('请粘贴以 https://mp.weixin.qq.com/ 开头的文章链接')).toBeVisible();
  await dialog(page).getByLabel('文章链接').fill('https://mp.weixin.qq.com/s/AbCd');
  await dialog(page).getByRole('button', { name: '读取' }).click();
  await expect(dialog(page).getByText('图片：取回 3 张')).toBeVisible();
  await expect(dialog(page).getByText(/1 张没有取回/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await dialog(page).getByRole('button', { name: '填入表单' }).click();
  await expect(dialog(page).getByLabel('标题')).toHaveValue(parsed.title);
  await expect(dialog(page).getByText(/上架后立即公开/)).toBeVisible();
  await dialog(page).getByRole('combobox', { name: /栏目/ }).click();
  await page.getByTitle('统考', { exact: true }).filter({ visible: true }).last().click();
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
  await page
    .locator('.ant-modal-confirm')
    .filter({ visible: true })
    .getByRole('button', { name: '确定', exact: true })
    .click();
  await expect(toast(page, '新增成功')).toBeVisible();

  const row = rows(page).filter({ hasText: parsed.title });
  await pressAction(page, row, '预览');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('正文第一段')).toBeVisible();
  const framed = page.locator('.ant-modal iframe');
  expect((await framed.boundingBox())?.width).toBe(390);
  await dialog(page).getByText('美术志愿填报').click();
  await expect(frame.getByRole('contentinfo').getByText('美术志愿填报', { exact: true })).toBeVisible();
  await expect(frame.getByRole('note')).toHaveText('预览 · 内容尚未公开，请勿转发');
  // In the styles of the site.
  await expect(frame.getByRole('note')).toHaveCSS('text-align', 'center');
  await frame.getByRole('note').scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/article-preview.png' });
  await page.keyboard.press('Escape');
});

test('an earlier version is compared with the text of now and restored, on a narrow dark screen too', async ({
  page,
}) => {
  await logIn(page, '/base/article');
  const title = '校考院校名单与报名入口（持续更新）';
  const read = async () => {
    const found = (await call(page, 'GET', `/api/base/article/list?title=${encodeURIComponent(title)}`)) as {
      records: { articleId: number; version: number }[];
    };
    return found.records[0];
  };
  const first = await read();
  for (const summary of ['第一次的摘要', '第二次的摘要'])
    await call(page, 'PUT', '/api/base/article', {
      ...{ articleId: first?.articleId, version: (await read())?.version, summary },
    });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/base/article?row=${first?.articleId}`);
  await page.getByRole('tab', { name: '版本' }).click();
  await page.getByRole('button', { name: '查看与对比' }).first().click();
  await expect(dialog(page).getByText('与当前内容的差别')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await page.screenshot({ path: 'test-results/article-version.png' });
  await dialog(page).getByRole('button', { name: '恢复此版本' }).click();
  await page
    .locator('.ant-modal-confirm')
    .filter({ visible: true })
    .getByRole('button', { name: '确定', exact: true })
    .click();
  await expect(toast(page, /已恢复到版本/)).toBeVisible();
});

test('the second of two editors is shown what the first changed, and keeps the own text', async ({
  page,
}) => {
  await logIn(page, '/base/article');
  await openList(page, '/base/article');
  const title = '舞蹈类统考基本功评分细则解读';
  const row = rows(page).filter({ hasText: title });
  await pressAction(page, row, '编辑');
  const input = dialog(page).getByLabel('作者');
  await expect(input).toBeVisible();
  const found = (await call(page, 'GET', `/api/base/article/list?title=${encodeURIComponent(title)}`)) as {
    records: { articleId: number; version: number }[];
  };
  const [other] = found.records;
  await call(page, 'PUT', '/api/base/article', { ...other, summary: '另一位编辑写的摘要' });
  await input.fill('我写的作者');
  await dialog(page).getByRole('button', { name: '确定', exact: true }).click();
  await page
    .locator('.ant-modal-confirm')
    .filter({ visible: true })
    .getByRole('button', { name: '确定', exact: true })
    .click();
  await expect(dialog(page).getByText('另一位编辑写的摘要')).toBeVisible();
  await expect(dialog(page).getByText('我写的作者')).toBeVisible();
});

test('an official account is synchronised and its articles come into drafts, in both languages', async ({
  page,
}) => {
  await logIn(page, '/base/official');
  await openList(page, '/base/official');
  const row = rows(page).filter({ hasText: '艺考志愿宝资讯' });
  await pressAction(page, row, '同步');
  await expect(row.getByText('已完成')).toBeVisible({ timeout: 20_000 });
  await expectNoFaults(page);
  await pressAction(page, row, '查看文章');
  await expect(page).toHaveURL(/\/base\/officialArticle\?accountId=/);
  await expect(rows(page)).toHaveCount(5);
  await pressAction(page, rows(page).filter({ hasText: '三步看懂' }), '入库');
  await dialog(page)
    .getByRole('button', { name: /入库|确定/ })
    .last()
    .click();
  await expect(rows(page).filter({ hasText: '三步看懂' }).getByText('已入库')).toBeVisible();
  await page.screenshot({ path: 'test-results/official-articles.png' });
  await page.evaluate(() => localStorage.setItem('yikao.language', 'en'));
  await page.goto('/base/official');
  await expect(page.getByText(/Imported articles that were never published: \d/)).toBeVisible();
  await expectNoFaults(page);
  await page.screenshot({ path: 'test-results/official-accounts-en.png' });
});
