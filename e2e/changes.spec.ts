import type { APIRequestContext } from '@playwright/test';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import { filters, openList, pick, pressTool, rows, toast } from './support/dataset.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { call, newPerson } from './support/person.ts';
import { expect, test } from './support/test.ts';

const calendar = '/api/data/wish/sch/examType';

/** Texts of the pages in each language. */
const words = {
  zh: {
    changes: '修改记录',
    person: '修改人',
    search: '查询',
    restore: '恢复到这个版本',
    take: '恢复',
    restored: '已恢复到所选版本',
    first: '恢复到首次修改之前',
    unfold: '展开',
  },
  en: {
    changes: 'Changes',
    person: 'Updated by',
    search: 'Search',
    restore: 'Restore this version',
    take: 'Restore',
    restored: 'The version was restored',
    first: 'Restore the state before these',
    unfold: 'More',
  },
} as const;

/** A colleague who has changed the remark of a row twice, the second time wrongly. */
async function colleague(request: APIRequestContext, place: number) {
  const account = await newPerson(request, { nickName: '同事小周' });
  const { token } = await call(request, '/api/admin/login', account);
  const headers = { 'access-token': token };
  const listed = await request.get(`${calendar}/list?size=1&current=${place}`, { headers });
  const [{ dataId, version }] = (await listed.json()).data.records;
  for (const [at, remark] of ['报名以学校公告为准', '写错了的备注'].entries()) {
    const saved = await request.put(calendar, { headers, data: { dataId, version: version + at, remark } });
    expect(saved.ok()).toBe(true);
  }
  return { account, dataId };
}

for (const [place, language] of languagesOf('changes').entries()) {
  test(`a clerk finds what a colleague changed and takes one version back (${language})`, async ({
    page,
    request,
  }) => {
    const say = words[language];
    // Behind the 24 rows of the demo batch, whose history begins with their import.
    const { account, dataId } = await colleague(request, place + 31);
    const clerk = await newPerson(request, { nickName: '数据员小吴' });
    await logInToLook(page, '/sch/examType', language, clerk);
    await pressTool(page, say.changes);
    const drawer = page.getByRole('dialog', { name: new RegExp(`^${say.changes}`) });
    await pick(page, drawer, say.person, account.userName);
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: say.search }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(2);
    await expect(drawer.getByRole('listitem').first()).toContainText('同事小周');
    await expect(drawer.getByRole('listitem').first().getByRole('insertion')).toHaveText('写错了的备注');
    await lookAt(page, 'changes', { language, written: '同事' });

    // The address alone shows the same.
    await page.reload();
    await expect(drawer.getByRole('listitem')).toHaveCount(2);
    await drawer.getByRole('listitem').first().getByRole('button').first().click();
    await expect(page).toHaveURL(new RegExp(`row=${dataId}`));
    await page.getByRole('button', { name: say.restore }).first().click();
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await expect(dialog.getByRole('insertion')).toHaveText('报名以学校公告为准');
    await lookAt(page, 'version', { language, within: '.ant-modal', written: '公告' });
    await dialog.getByRole('button', { name: say.take, exact: true }).click();
    await expect(toast(page, say.restored)).toBeVisible();
    const newest = page.getByRole('dialog').getByRole('listitem').first();
    await expect(newest).toContainText('数据员小吴');
    await expect(newest.getByRole('insertion')).toHaveText('报名以学校公告为准');

    // The row came with the product: its first state has no entry, and comes back all the same.
    await page.getByRole('button', { name: say.first }).click();
    await expect(dialog.getByRole('deletion').filter({ hasText: '以学校公告为准' })).toBeVisible();
    await lookAt(page, 'first-version', { language, within: '.ant-modal', written: '公告' });
    await dialog.getByRole('button', { name: say.take, exact: true }).click();
    await expect(newest.getByRole('deletion').filter({ hasText: '以学校公告为准' })).toBeVisible();
    await page.getByRole('button', { name: say.restore }).first().click();
    await dialog.getByRole('button', { name: say.take, exact: true }).click();
    await expect(newest.getByRole('insertion').filter({ hasText: '以学校公告为准' })).toBeVisible();

    await page.goto(`/sch/examType?updateBy=${await idOf(request, clerk)}`);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: say.unfold }).first().click();
    await expect(page.getByRole('main').getByLabel(say.person, { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('报名以学校公告为准');
  });
}

async function idOf(request: APIRequestContext, account: object): Promise<number> {
  return (await call(request, '/api/admin/login', account)).userId;
}

test('who changed rows, and when, is out of sight until the filters are unfolded', async ({ page }) => {
  await logInToLook(page, '/wish/region');
  await openList(page, '/wish/region');
  await expect(filters(page).getByLabel('修改人', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: '修改人' })).toHaveCount(0);
  await page.getByRole('button', { name: '展开' }).click();
  await expect(filters(page).getByLabel('修改人', { exact: true })).toBeVisible();
  await expect(filters(page).getByText('修改时间')).toBeVisible();
  await lookAt(page, 'changed-filters', { within: 'main' });
});
