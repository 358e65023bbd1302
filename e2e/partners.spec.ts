import type { Page } from '@playwright/test';
import { call, dialog, filters, openList, pick, pressAction, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const top = '山东艺考服务中心(演示)';
const branch = '青岛分中心(演示)';
const studio = '青岛海岸画室(演示)';

/** The row with this name. */
const named = (page: Page, name: string) => rows(page).filter({ hasText: name });

test('Partners page. Filter by partner; search, add, batch update, export, choose fields. Columns: partnersId, partnersName, channelName, userName. Children under their partner', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/wish/partners');
  const main = page.getByRole('main');
  await expect(filters(page).locator('label')).toHaveText(['合伙人']);
  for (const name of ['新增', '批量修改', '导出', '选择导出字段']) {
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const heads = (await main.getByRole('columnheader').allInnerTexts()).map(text => text.trim());
  expect(heads.filter(Boolean)).toEqual(['合伙人ID', '合伙人名称', '渠道名称', '联系人', '操作']);
  await expect(named(page, branch)).toHaveCount(0);
  await named(page, top).getByRole('button', { name: '展开行' }).click();
  await expect(named(page, branch)).toBeVisible();

  await pick(page, filters(page), '合伙人', branch);
  await filters(page).getByRole('button', { name: '查询' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(named(page, branch)).toBeVisible();
  await expectNoFaults(page, { within: 'main' });

  await main.getByRole('button', { name: '导出', exact: true }).click();
  await expect(dialog(page).getByText('含下级与联系方式')).toBeVisible();
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: '新增', exact: true }).click();
  const required = (await dialog(page).locator('label[data-required=true]').allInnerTexts()).map(text =>
    text.trim(),
  );
  expect(required.toSorted()).toEqual(
    ['合伙人名称', '年份', '渠道名称', '联系人', '职务', '电话', '地址'].toSorted(),
  );
});

test('the link of a partner is copied, and its QR code saved as a picture', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page);
  await openList(page, '/wish/partners');
  await named(page, top).getByRole('button', { name: '推广链接' }).click();
  const link = dialog(page);
  await expect(link.getByText('/website?channel=SDZD')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await link.getByRole('button', { name: '复制链接' }).click();
  await expect(toast(page, '复制成功')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/website\?channel=SDZD$/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    link.getByRole('button', { name: '保存二维码' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('山东总代-SDZD.png');
});

test('an agency that is moved to another partner takes its accounts and candidates along', async ({
  page,
}) => {
  await logIn(page);
  const found = (await call(page, 'GET', `/api/base/agent/list?agentName=${encodeURIComponent(studio)}`)) as {
    readonly records: readonly { readonly agentId: number; readonly partnersId: number }[];
  };
  const { agentId, partnersId } = found.records[0] ?? { agentId: 0, partnersId: 0 };
  const mobile = `136${String(Date.now()).slice(-8)}`;
  const { userId } = (await call(page, 'POST', '/api/admin/wish/user', { mobile, agentId, partnersId })) as {
    readonly userId: number;
  };
  await openList(page, `/base/agent?agentId=${agentId}`);
  await pressAction(page, named(page, studio), '转移');
  const form = dialog(page);
  await form.getByRole('button', { name: '转移', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('请选择机构和转入的合伙人');
  await pick(page, form, '转入合伙人', top);
  await form.getByRole('button', { name: '转移', exact: true }).click();
  await expect(toast(page, '已转移 1 个机构、0 个账号、1 名考生')).toBeVisible();
  await expect(named(page, studio)).toContainText(top);
  const moved = await call(page, 'GET', `/api/admin/wish/user/info?userId=${userId}`);
  expect(moved).toMatchObject({ partnersName: top });
});
