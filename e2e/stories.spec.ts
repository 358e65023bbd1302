/**
 * The eight stories of a day of use, lived through in both languages. A story counts its acts, so that none becomes
 * longer unnoticed; docs/testing.md lists the counts.
 */

import type { Locator, Page } from '@playwright/test';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import { countActs, sumOf } from './support/acts.ts';
import { dialog, rows, toast } from './support/dataset.ts';
import { logInToLook } from './support/looks.ts';
import { choosePersonal } from './support/person-menu.ts';
import { adminPassword } from './support/product.ts';
import { expect, test } from './support/test.ts';

const account = (userName: string) => ({ userName, password: adminPassword });

/** The card of the home with the rows that wait for a step. */
function waiting(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('region', { name, exact: true });
}

for (const language of languagesOf('stories')) {
  const say = <Text>(zh: Text, en: Text): Text => (language === 'zh' ? zh : en);

  test(`newcomer: “They told me to look at the exam types. Where are they?” (${language})`, async ({
    page,
  }) => {
    await logInToLook(page, '/home', language, account('ops'));
    const acts = await countActs(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: say('搜索', 'Search') }).pressSequentially('xxkslx');
    await expect(page.getByRole('option').first()).toContainText(say('学校考试类型', 'School exam calendar'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/sch/examType');
    await expect(rows(page).first()).toBeVisible();
    // Ctrl K, the initials, and Enter: the hands stay on the keyboard.
    const taken = await acts();
    expect(taken.mouse).toBe(0);
    expect(sumOf(taken)).toBeLessThanOrEqual(3);
    await choosePersonal(page, say('使用手册', 'Handbook'));
    await expect(dialog(page).getByRole('heading').first()).toBeVisible();
  });

  test(`clerk: “One exam type in this list is wrong.” (${language})`, async ({ page }) => {
    await logInToLook(page, '/sch/examType', language, account('ops'));
    const acts = await countActs(page);
    const cell = rows(page).first().locator('[data-column=examType]');
    const before = (await cell.textContent()) ?? '';
    await cell.dblclick();
    const options = page.locator('.ant-select-dropdown').filter({ visible: true });
    await options.locator('.ant-select-item-option:not(.ant-select-item-option-selected)').first().click();
    await expect(cell).not.toHaveText(before);
    await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
    expect(sumOf(await acts())).toBeLessThanOrEqual(2);
  });

  test(`administrator: “Finance asks why they cannot open the type dictionary.” (${language})`, async ({
    page,
  }) => {
    await logInToLook(page, '/home', language);
    const acts = await countActs(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: say('搜索', 'Search') }).pressSequentially('finance01');
    await expect(page.getByRole('option').first()).toContainText('finance01');
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('button', { name: say('诊断', 'Explain'), exact: true })
      .click();
    const panel = page.getByRole('dialog', { name: say(/^访问诊断/, /^Why can I not see this/) });
    await expect(panel.getByRole('combobox', { name: say('页面', 'Page'), exact: true })).toBeFocused();
    await page.keyboard.type(say('类型字典', 'Type dictionary'));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toContainText(say('不能访问', 'has no access'));
    await expect(panel.getByText(say('运营（没有）', '运营 (not held)'))).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(6);
  });

  test(`salesperson: “Whom do I have to call today?” (${language})`, async ({ page }) => {
    await logInToLook(page, '/home', language, account('sale01'));
    const acts = await countActs(page);
    // The simulated vendor does not connect numbers that end in 0.
    const lead = waiting(page, say('逾期未跟进的线索', 'Overdue follow-ups'))
      .getByRole('listitem')
      .filter({ hasText: /\d{3}\*{4}\d{3}[1-9]/ })
      .first();
    const name = (await lead.locator('a > span').first().textContent()) ?? '';
    await lead.getByRole('link').click();
    const details = dialog(page);
    await expect(details).toContainText(name);
    await expect(details.getByRole('tab', { name: say('跟进', 'Follow-ups'), exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await details.getByRole('button', { name: say('打电话', 'Call'), exact: true }).click();
    const dock = page.getByRole('region', { name: say('打电话', 'Call') });
    await expect(dock.getByText(say(/已接通/, /^Connected/))).toBeVisible();
    await expect(dock.getByLabel(say('跟进内容', 'Note'))).toBeFocused();
    const note = say('家长周末来看校区', 'The parents visit at the weekend');
    await page.keyboard.type(note);
    await dock.getByRole('button', { name: say('记录跟进', 'Follow up') }).click();
    await expect(toast(page, say('已记录跟进', 'The note is saved'))).toBeVisible();
    await expect(details.getByText(note)).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(4);
  });

  test(`partner: “Is there anything to confirm before I am paid?” (${language})`, async ({ page }) => {
    await logInToLook(page, '/home', language, account('partner01'));
    const acts = await countActs(page);
    const card = waiting(page, say('待确认的结算单', 'Settlements to confirm'));
    const number = (await card.getByRole('listitem').first().textContent())?.match(/JS\d+/)?.[0] ?? '';
    await card.getByRole('listitem').first().getByRole('link').click();
    const details = page.getByRole('dialog', { name: new RegExp(`^${number}`) });
    await details.getByRole('button', { name: say('确认', 'Confirm'), exact: true }).click();
    const question = page.getByRole('dialog', { name: say(/^确认：/, /^Confirm: /) });
    // The demo has one settlement to confirm: the first of the languages thinks it over.
    if (language === 'en') {
      await question.getByRole('button', { name: 'Back', exact: true }).click();
      expect(sumOf(await acts())).toBeLessThanOrEqual(3);
      await expect(question).toHaveCount(0);
      await expect(details.getByText('To confirm').first()).toBeVisible();
      return;
    }
    await question.getByRole('button', { name: '确认', exact: true }).click();
    await expect(details.getByText('已确认').first()).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(3);
    await page.keyboard.press('Escape');
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(card.getByText(number)).toHaveCount(0);
  });

  test(`agency: “Can I print the tickets of my pupils?” (${language})`, async ({ page }) => {
    await logInToLook(page, '/home', language, account('agent01'));
    const acts = await countActs(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('准考证', 'Tickets'), exact: true })
      .click();
    const print = page.getByRole('button', { name: say(/^按筛选打印/, /^Print/) }).first();
    await expect(print).toBeVisible();
    // Whatever the state of the exam is, the page says it before the press.
    if (await print.isDisabled()) await expect(print).toHaveAttribute('title', /.+/);
    else await expect(rows(page).first()).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(1);
  });

  test(`finance: “Somebody wants the money back.” (${language})`, async ({ page }) => {
    await logInToLook(page, '/home', language, account('finance01'));
    const acts = await countActs(page);
    const card = waiting(page, say('待审核的退款', 'Refunds to decide'));
    const number = (await card.getByRole('listitem').first().textContent())?.match(/R\d+/)?.[0] ?? '';
    await card.getByRole('listitem').first().getByRole('link').click();
    const details = page.getByRole('dialog', { name: new RegExp(`^${number}`) });
    await details.getByRole('button', { name: say('审核', 'Review'), exact: true }).click();
    const review = page.getByRole('dialog', { name: say(/^审核：/, /^Review: /) });
    await review.getByText(say('通过', 'Approve'), { exact: true }).first().click();
    await review.getByRole('button', { name: say('审核', 'Review'), exact: true }).click();
    await expect(
      details.getByText(say(/处理中|待复审|已退款/, /Processing|second|Refunded/i)).first(),
    ).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(4);
  });

  test(`planner: “What chances has this candidate, and what else fits?” (${language})`, async ({ page }) => {
    await logInToLook(page, '/home', language, account('ops'));
    const acts = await countActs(page);
    const card = waiting(page, say('没有填完的志愿表', 'Preference lists to finish'));
    await card.getByRole('listitem').first().getByRole('link').click();
    await dialog(page)
      .getByRole('button', { name: say('填报', 'Fill in'), exact: true })
      .click();
    await expect(page.getByText(/\d+\.\d\d%/).first()).toBeVisible();
    await expect(
      page.getByText(say(/近三年(?:位次|分数|线)/, /3-year (?:ranks|scores|lines)/)).first(),
    ).toBeVisible();
    expect(sumOf(await acts())).toBeLessThanOrEqual(2);
  });
}
