import type { Page } from '@playwright/test';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '@yikao/server/contexts/people/auth/sign-on/testing/identity-provider.ts';
import { confirm, dialog, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { newPerson, openCentre } from './support/person.ts';
import { expect, test } from './support/test.ts';

let provider: IdentityProvider;

test.beforeAll(async ({ product: { address, identityPort } }) => {
  provider = await startIdentityProvider([`${address}/api/admin/signOn/corp/callback`], identityPort);
});
test.afterAll(() => provider.stop());

// The provider's pages request a font from the internet, and would wait for it.
test.beforeEach(({ context }) => context.route(/fonts\.googleapis\.com/, route => route.abort()));

/** A person known to the provider, with a unique address. */
function identity(): { readonly subject: string; readonly email: string } {
  const subject = `id${Math.random().toString(36).slice(2, 10)}`;
  const email = `${subject}@example.cn`;
  provider.people.set(subject, { email, email_verified: true });
  return { subject, email };
}

const signOn = (page: Page) => page.getByRole('link', { name: '使用企业账号登录' });

/** Identifies the person at the provider. */
async function sayWho(page: Page, subject: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(subject);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

const allow = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('a person whom the company knows gets in with it, to the page that was asked for, and can undo the link', async ({
  page,
  request,
}) => {
  const { subject, email } = identity();
  await newPerson(request, { email });
  await page.goto('/sch/examType');
  await expect(signOn(page)).toBeVisible();
  await expectNoFaults(page);
  await signOn(page).click();
  await sayWho(page, subject);
  await allow(page);
  await expect(page).toHaveURL('/sch/examType');
  await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();

  await openCentre(page, '安全');
  const linked = dialog(page).getByText(`企业账号 · ${email}`);
  await expect(linked).toBeVisible();
  await expectNoFaults(page, { within: '[role=dialog]' });
  await dialog(page).getByRole('button', { name: '解除关联' }).click();
  await confirm(page, '解除与“企业账号”的关联？', '解除关联');
  await expect(toast(page, '已解除关联')).toBeVisible();
  await expect(linked).toHaveCount(0);
  await expect(dialog(page).getByText('未关联')).toBeVisible();

  // The provider still knows the browser and redirects at once; the personal centre opens as it was left.
  await dialog(page).getByRole('button', { name: '关联', exact: true }).click();
  await expect(page).toHaveURL('/home');
  await expect(linked).toBeVisible();
});

test('a person who has no account here is told so on the login page, and can log in another way', async ({
  page,
}) => {
  const { subject } = identity();
  await page.goto('/sch/examType');
  await signOn(page).click();
  await sayWho(page, subject);
  await allow(page);
  await expect(page).toHaveURL('/login?back=%2Fsch%2FexamType');
  await expect(page.getByRole('alert')).toHaveText('没有与该身份对应的账号，请联系管理员');
  await expect(page.locator('[name=userName]')).toBeEnabled();
  await expectNoFaults(page);
});

test('a person who turns back at the company is told that the login did not come about', async ({ page }) => {
  await page.goto('/login');
  await signOn(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toContainText('登录');
  await expect(signOn(page)).toBeVisible();
});
