import type { Locator, Page } from '@playwright/test';
import {
  call,
  confirm,
  dialog,
  openList,
  pressAction,
  rows,
  savedQuestion,
  toast,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const calendar = '/sch/examType';

/** Expects two inputs of the form to be side by side. */
async function expectOneLine(form: Locator, first: string, second: string): Promise<void> {
  const [left, right] = await Promise.all(
    [first, second].map(label => form.getByLabel(label, { exact: true }).boundingBox()),
  );
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? 99)), `${first}, ${second}`).toBeLessThan(4);
  expect(left?.x ?? 99, `${first}, ${second}`).toBeLessThan(right?.x ?? 0);
}

/** The blue buttons of the open details. */
function blueButtons(page: Page): Locator {
  return dialog(page).getByRole('toolbar', { name: '操作' }).locator('.ant-btn-primary');
}

test('a form has start and end on one line, counts characters near the end, and goes on to the next row', async ({
  page,
}) => {
  await logIn(page, calendar);
  await expect(rows(page).first()).toBeVisible();
  await pressAction(page, rows(page).first(), '编辑');
  const form = dialog(page);
  await expectOneLine(form, '报名开始', '报名结束');
  await expectOneLine(form, '考试开始', '考试结束');

  const remark = form.getByLabel('备注', { exact: true });
  await remark.fill('短');
  await expect(form.getByText('1 / 64')).toHaveCount(0);
  await remark.fill('长'.repeat(60));
  await expect(form.getByText('60 / 64')).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });

  await form.getByRole('button', { name: '保存并下一条', exact: true }).click();
  await confirm(page, savedQuestion);
  await expect(toast(page, '修改成功')).toBeVisible();
  await expect(dialog(page).getByLabel('备注', { exact: true })).not.toHaveValue('长'.repeat(60));
  await dialog(page).getByRole('button', { name: '下一条', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: '确定', exact: true })).toBeDisabled();
});

test('details name what is not filled in, and have one blue button and a telephone number to dial and to copy', async ({
  page,
}) => {
  await logIn(page, '/order/service');
  await expect(rows(page).first()).toBeVisible();
  const waiting = rows(page).filter({ hasText: '待支付' }).first();
  await waiting.getByRole('cell').nth(2).click();
  await expect(dialog(page).getByRole('heading', { name: '概要', exact: true })).toBeVisible();
  await expect(
    dialog(page)
      .getByText(/^未填写：/)
      .first(),
  ).toBeVisible();
  await expect(blueButtons(page)).toHaveText(['收款']);
  await expect(
    dialog(page)
      .getByRole('link', { name: /^1\d{10}$/ })
      .first(),
  ).toHaveAttribute('href', /^tel:1\d{10}$/);
  await dialog(page)
    .getByRole('button', { name: /^复制 1\d{10}$/ })
    .first()
    .click();
  await expect(toast(page, /复制/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-drawer' });

  const done = `${calendar}?current=2`;
  await openList(page, done);
  await rows(page).first().getByRole('cell').nth(2).click();
  await expect(blueButtons(page)).toHaveText(['编辑']);
});

test('a row with the longest name is called by it in the details, at 360 pixels too', async ({ page }) => {
  await logIn(page, '/wish/occupation');
  const name = `${'长'.repeat(58)}${Math.random().toString(36).slice(2, 8)}`;
  await call(page, 'POST', '/api/data/wish/occupation', { occupationName: name });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/wish/occupation?occupationName=${encodeURIComponent(name)}`);
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await expect(dialog(page).getByText(name).first()).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: '记录', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const body = dialog(page).locator('.ant-drawer-body');
  expect(await body.evaluate(it => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  await expectNoFaults(page, { within: '.ant-drawer' });
});
