import { dialog, openList, pressTool, rows } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

for (const { name, size } of [
  { name: 'a wide screen', size: { width: 1366, height: 768 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
]) {
  test.describe(`on ${name}, the browser's Back`, () => {
    test.use({ viewport: size });
    test.beforeEach(async ({ page }) => {
      await logIn(page, '/home');
      await page.goto('/wish/prof');
    });

    test('closes an empty form, and asks before it closes one that is not saved', async ({ page }) => {
      await pressTool(page, '新增');
      await expect(dialog(page)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/wish/prof');

      await pressTool(page, '新增');
      const input = dialog(page).getByRole('textbox').first();
      await input.fill('12345');
      await page.goBack();
      const asked = page.locator('.ant-modal-confirm').filter({ visible: true });
      await expect(asked).toBeVisible();
      await asked.getByRole('button').first().click();
      await expect(asked).toHaveCount(0);
      await expect(input).toHaveValue('12345');
      await expect(page).toHaveURL('/wish/prof');

      await page.goBack();
      await asked.locator('.ant-btn-dangerous').click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/wish/prof');
    });

    test('closes a dialog of the list', async ({ page }) => {
      await pressTool(page, '导入');
      await expect(dialog(page)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL('/wish/prof');
    });
  });
}

test('Back closes the details of a row and stays on the list; closed by hand, they are no step of the history', async ({
  page,
}) => {
  await logIn(page, '/home');
  await openList(page, '/wish/prof');
  const first = rows(page).first();
  const drawer = page.locator('.ant-drawer-open');
  await first.getByRole('cell').nth(1).click();
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL(/row=\d+/);
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/wish/prof');

  await first.getByRole('cell').nth(1).click();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: '关闭' }).first().click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/wish/prof');
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('a form that is sent twice adds one row: the call carries a key of its own', async ({ page }) => {
  await logIn(page, '/home');
  await openList(page, '/wish/region');
  const keys: (string | undefined)[] = [];
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/region'))
      keys.push(request.headers()['idempotency-key']);
  });
  for (const name of ['甲区', '乙区']) {
    await pressTool(page, '新增');
    await dialog(page).getByRole('textbox').first().fill(name);
    await dialog(page)
      .getByRole('button', { name: '确 定' })
      .or(dialog(page).getByRole('button', { name: '确定' }))
      .click();
    await page.locator('.ant-modal-confirm').getByRole('button', { name: '确定', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toMatch(/^[\w-]{36}$/);
  expect(keys[0]).not.toBe(keys[1]);
});
