import { call, filters, openList, pick, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { admin, logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('the guide is read by its contents, and a chapter is taken back and published by a switch', async ({
  page,
}) => {
  await logIn(page);
  await openList(page, '/wish/guideInfo?provinceId=430000');
  const contents = page.getByRole('navigation', { name: '章节目录' });
  await expect(contents.getByText('平行志愿投档规则').first()).toBeVisible();
  await expectNoFaults(page);
  await contents.getByText('政策解读').click();
  await expect(page).toHaveURL(/chapter=1/);
  const publish = page.getByRole('switch', { name: /年艺考政策要点/ }).first();
  await expect(publish).toBeChecked();
  await publish.click();
  await expect(toast(page, '已撤回，考生不再看到')).toBeVisible();
  await expect(publish).not.toBeChecked();
  await expect(contents.getByText('草稿').first()).toBeVisible();
  await publish.click();
  await expect(publish).toBeChecked();
  await contents
    .getByText(/年艺考政策要点/)
    .first()
    .click();
  const details = page.getByRole('dialog', { name: /艺考政策要点/ });
  await expect(details.getByRole('heading', { name: '今年要注意的几件事' })).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });
});

test('places of a ranking are worked out by a button', async ({ page }) => {
  await logIn(page);
  await openList(page, '/wish/rank');
  await page.getByRole('button', { name: '计算名次' }).click();
  const asked = page.getByRole('dialog', { name: '计算名次' });
  await asked.getByRole('button', { name: '计算名次' }).click();
  await expect(asked.getByRole('alert')).toHaveText('请选择排名类别');
  await pick(page, asked, '排名类别', '软科中国大学排名');
  await asked.getByRole('button', { name: '计算名次' }).click();
  await expect(toast(page, /行有名次/)).toBeVisible();
  await expect(asked).toHaveCount(0);
});

test('the lists show their actions to administrators alone, and an entry gives its entitlement', async ({
  page,
}) => {
  await logIn(page);
  const mobile = `137${String(Date.now()).slice(-8)}`;
  const made = await call(page, 'POST', '/api/admin/wish/user', { userName: '名单考生', mobile });
  const { userId } = made as { userId: number };
  await openList(page, '/user/perm');
  for (const name of ['用户', '数据年份', '权限类型', '状态', '合伙人', '合伙人渠道']) {
    await expect(filters(page).getByLabel(name, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('columnheader', { name: '操作' })).toBeVisible();
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog').filter({ visible: true }).last();
  await expect(form.getByLabel('次数', { exact: true })).toHaveValue('30');
  await expect(form.getByLabel('到期时间', { exact: true })).toHaveValue(/-08-31 23:59$/);
  await call(page, 'POST', '/api/admin/wish/user/perm', {
    ...{ userId, permType: 1, dataYear: 2099, expireTime: '2099-08-31 23:59:59', status: 0, shareChannel: 1 },
  });
  await openList(page, `/user/wishUser?userId=${userId}`);
  await rows(page).getByRole('cell', { name: '名单考生' }).click();
  const details = page.getByRole('dialog', { name: /名单考生/ });
  await expect(details.getByRole('tab', { name: '权益1' })).toBeVisible();
  await details.getByRole('tab', { name: '次数限制' }).click();
  const limit = details.getByRole('listitem').filter({ hasText: '志愿表生成' });
  await expect(limit).toContainText('剩余 3 次');
  await limit.getByRole('button', { name: '调整' }).click();
  const asked = page.getByRole('dialog', { name: '设置次数' });
  await asked.getByLabel('总次数').fill('8');
  await asked.getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '次数已更新')).toBeVisible();
  await expect(limit).toContainText('剩余 8 次');
  await expectNoFaults(page, { within: '.ant-drawer' });
});

test('a person who has no admin flag adds entries and has no column of actions', async ({ page }) => {
  await logIn(page, '/user/perm', { userName: 'partner01', password: admin.password });
  await expect(page.getByRole('columnheader', { name: '权限类型' })).toBeVisible();
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '操作' })).toHaveCount(0);
});
