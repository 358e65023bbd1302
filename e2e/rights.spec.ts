import { call, dialog, openList, rows } from './support/dataset.ts';
import { admin, logIn, sendLogin } from './support/log-in.ts';
import { expect, otherBrowser, test } from './support/test.ts';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('somebody of one province looks at what is everybody’s, is told why, and finds no button to change it', async ({
  page,
}) => {
  await logIn(page, '/wish/prof', { userName: 'hunan01', password: admin.password });
  // Rows that nothing can be done with have no boxes to tick.
  await expect(page.locator('main .ant-table-row').first()).toBeVisible();
  await expect(page.getByText('公共数据：您的账号限定了所属组织，只能查看，不能修改')).toBeVisible();
  for (const name of ['新增', '导入', '编辑', '删除', '停用'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/looks/rights-everybodys.png' });
});

test('a candidate’s photo is shown to a person who reaches the row, and its address alone shows nothing', async ({
  page,
}) => {
  await logIn(page);
  const kept = await page.evaluate(() => sessionStorage.getItem('yikao.session'));
  const { token } = JSON.parse(kept ?? '{}') as { token: string }; // written by the product itself
  const sent = await page.request.post('/common/file/upload', {
    headers: { 'access-token': token },
    multipart: { file: { name: 'photo.png', mimeType: 'image/png', buffer: png } },
  });
  const { data: photo } = (await sent.json()) as { data: string };
  const { records } = (await call(page, 'GET', '/api/mock/app/student?size=1')) as {
    records: { studentId: number; version: number }[];
  };
  const studentId = records[0]?.studentId;
  const row = (await call(page, 'GET', `/api/mock/app/student/info?studentId=${studentId}`)) as object;
  await call(page, 'PUT', '/api/mock/app/student', { ...row, photo });
  expect((await page.request.get(`/common/file${photo}`)).status()).toBe(401);
  await openList(page, `/mock/student?studentId=${studentId}`);
  await rows(page).first().getByRole('cell').nth(2).click();
  const image = dialog(page).getByRole('img', { name: '照片' });
  await expect(image).toHaveJSProperty('naturalWidth', 1);
  await expect(image).toHaveAttribute('src', /^blob:/);
  await page.screenshot({ path: 'test-results/looks/rights-photo.png' });
});

test('a person who belongs to a disabled partner is told so at the login', async ({ page, browser }) => {
  await logIn(page);
  const { records } = (await call(page, 'GET', '/api/admin/user?userName=partner01')) as {
    records: { partnersId: number }[];
  };
  const partnersId = records[0]?.partnersId;
  await call(page, 'PUT', '/api/base/wish/partners/disable', { partnersId });
  const other = await otherBrowser(browser);
  await other.goto('/login');
  await sendLogin(other, { userName: 'partner01', password: admin.password });
  await expect(other.getByText('您所属的合伙人或机构已停用，暂不能登录；请联系管理员')).toBeVisible();
  await other.screenshot({ path: 'test-results/looks/rights-login.png' });
  await call(page, 'PUT', '/api/base/wish/partners/enable', { partnersId });
});
