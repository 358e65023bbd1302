import { languagesOf } from '@yikao/server/testing/sample.ts';
import { rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { expect, test } from './support/test.ts';

for (const language of languagesOf('planner')) {
  const words = {
    zh: {
      fill: '填报',
      unfit: /含选科不符的 \d+ 个/,
      spread: '近三年位次',
      range: /\d+\.\d\d%–\d+\.\d\d%/,
      subjects: /选科：/,
      misfit: '选科不符',
      tab: '成绩与位次',
      tie: '同分依次比较',
    },
    en: {
      fill: 'Fill in',
      unfit: /Include \d+ whose subjects do not fit/,
      spread: '3-year ranks',
      range: /\d+\.\d\d%–\d+\.\d\d%/,
      subjects: /Subjects: /,
      misfit: 'Subjects do not fit',
      tab: 'Scores and ranks',
      tie: 'Tie-break order',
    },
  }[language];

  test(`a planner reads chances with the lines of the years, and chooses among what the subjects allow (${language})`, async ({
    page,
  }) => {
    await logInToLook(page, '/wish/voluntaryList', language);
    // Other tests add theirs.
    const draft = rows(page)
      .filter({ hasText: language === 'zh' ? '草稿' : 'Draft' })
      .filter({ hasText: '张欣怡' });
    await draft.getByRole('button', { name: words.fill }).first().click();
    const programmes = page.getByRole('region').first();
    await expect(page.getByText(words.spread).first()).toBeVisible();
    await expect(page.getByText(words.range).first()).toBeVisible();
    await expect(page.getByText(/\d+\.\d\d%/).first()).toBeVisible();
    await expect(page.getByText(words.subjects).first()).toBeVisible();
    const tick = page.getByRole('checkbox', { name: words.unfit });
    if (await tick.isVisible()) {
      await tick.check();
      await expect(programmes).toBeVisible();
      await tick.uncheck();
    }
    await expectNoFaults(page, { within: 'main' });
    await lookAt(page, 'planner-list', { within: 'main', language });
  });

  test(`the details of a candidate show scores, ranks and the order of equal scores (${language})`, async ({
    page,
  }) => {
    await logInToLook(page, '/user/wishUser?provinceId=430000', language);
    await rows(page).first().getByRole('cell').nth(1).click();
    await page.getByRole('tab', { name: words.tab }).click();
    await expect(page.getByText(words.tie).first()).toBeVisible();
    const title = (await page.locator('.ant-drawer-title').textContent()) ?? '';
    const written = /^\p{Script=Han}+/u.exec(title)?.[0] ?? title;
    await lookAt(page, 'planner-standing', { within: '[role=dialog]', language, written });
  });
}
