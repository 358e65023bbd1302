import type { Browser, Page } from '@playwright/test';
import { filters, pick } from './support/dataset.ts';
import { logIn, sendLogin } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** A number that no other run has. */
const someMobile = () => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const password = 'Chosen123';

/** A picture of one pixel. */
const picture = {
  name: '营业执照.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

async function stranger(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
}

/** The code that was sent to a number, as an operator reads it in the list of sent messages. */
async function readCode(page: Page, mobile: string): Promise<string> {
  await page.goto('/sys/sms');
  const wanted = filters(page).getByLabel('手机', { exact: true });
  await expect(wanted).toHaveAttribute('placeholder', '输入手机号');
  const heading = page.getByRole('columnheader', { name: '手机' });
  await expect(heading).not.toHaveClass(/column-has-sorters/);
  await wanted.fill(mobile);
  await page.keyboard.press('Enter');
  const row = page.getByRole('main').locator('tbody tr.ant-table-row');
  await expect(row).toHaveCount(1);
  return /验证码为 (\d{6})/.exec((await row.textContent()) ?? '')?.[1] ?? '';
}

async function fill(page: Page, name: string, mobile: string) {
  await page.goto('/register');
  await page.getByLabel('单位名称').fill(name);
  await page.getByLabel('省份 / 城市').click();
  await page.getByRole('menuitemcheckbox', { name: '湖南' }).click();
  await page.getByRole('menuitemcheckbox', { name: '长沙市' }).click();
  await page.getByLabel('地址').fill('长沙市岳麓区 1 号');
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.getByLabel('联系人').fill('王晓');
  await page.getByLabel('手机').fill(mobile);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
}

test('an agency applies, is reviewed, and logs in with the password it chose', async ({ page, browser }) => {
  const mobile = someMobile();
  const name = `星光画室${mobile.slice(3)}`;
  const applicant = await stranger(browser);
  await fill(applicant, name, mobile);

  // Missing values are reported at their fields, before anything is sent.
  await applicant.getByRole('button', { name: '提交申请' }).click();
  await expect(applicant.getByText('短信验证码不能为空')).toBeVisible();
  await applicant.getByRole('button', { name: '获取验证码' }).click();
  await expect(applicant.getByRole('button', { name: /秒后重发/ })).toBeDisabled();

  await logIn(page, '/sys/sms');
  const code = await readCode(page, mobile);
  await applicant.getByLabel('短信验证码').fill(code);
  await applicant.getByRole('button', { name: '提交申请' }).click();
  await expect(applicant.getByText('申请已提交，等待审核')).toBeVisible();

  await page.goto('/base/partnersApply');
  await filters(page).getByLabel('单位名称', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  const row = page.getByRole('main').locator('tbody tr.ant-table-row');
  await expect(row).toHaveCount(1);
  await row.getByRole('cell', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText(mobile)).toBeVisible();
  await expect(drawer.getByRole('img', { name: '资质图片' })).toBeVisible();
  await drawer.getByRole('button', { name: '通过' }).click();
  const asked = page.getByRole('dialog', { name: `通过：${name}` });
  await asked.getByRole('button', { name: '通过' }).click();
  await expect(asked.getByText('所属合伙人不能为空').first()).toBeVisible();
  await pick(page, asked, '所属合伙人', '湖南艺考服务中心(演示)');
  await asked.getByRole('button', { name: '通过' }).click();
  const made = page.getByRole('dialog', { name: `通过成功：${name}` });
  const account = /agency[\w-]+/.exec((await made.textContent()) ?? '')?.[0] ?? '';
  expect(account).not.toBe('');
  await made.getByRole('button', { name: '知道了' }).click();
  await drawer.getByRole('tab', { name: '变更记录' }).click();
  await expect(drawer.getByText('待审核改为通过')).toBeVisible();

  await applicant.goto('/login');
  await sendLogin(applicant, { userName: account, password });
  await expect(applicant).toHaveURL('/home');
  await applicant.context().close();
});

test('a refused code says so where it was typed, and the preview of a host shows its own brand', async ({
  page,
}) => {
  const mobile = someMobile();
  await fill(page, `星光画室${mobile.slice(3)}`, mobile);
  await page.getByLabel('短信验证码').fill('000000');
  await page.getByRole('button', { name: '提交申请' }).click();
  await expect(page.getByText('短信验证码错误或已失效')).toBeVisible();

  await logIn(page, '/base/website');
  await page.getByRole('button', { name: '按域名预览' }).click();
  await page.getByRole('searchbox', { name: '域名' }).fill('mszytb.local');
  await page.getByRole('button', { name: '查看' }).click();
  const shown = page.getByRole('img', { name: '登录页预览 · mszytb.local' });
  await expect(shown.getByText('美术志愿填报管理后台')).toBeVisible();
  await expect(shown.getByText('京ICP备00000002号-1(示例)')).toBeVisible();
});
