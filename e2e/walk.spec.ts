import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sampleOf } from '@yikao/server/testing/sample.ts';
import { dialog } from './support/dataset.ts';
import { faultsOfLook } from './support/look.ts';
import { openScreen, screensOfMenu } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** Screens of each language in `npm test`; each is looked at, with its form, on three widths and in two themes. */
const sampleSize = 4;

/** Folder for the pictures of a run, for inspection; the next run empties it. */
const pictures = join(import.meta.dirname, '../test-results/looks');

/** From a small laptop to a phone. */
const widths = [
  { name: '1280', width: 1280, height: 800 },
  { name: '1920', width: 1920, height: 1080 },
  { name: '390', width: 390, height: 844 },
] as const;

const languages = [
  { language: 'zh', told: 'Chinese', add: '新增' },
  { language: 'en', told: 'English', add: 'Add' },
] as const;

test.describe.configure({ mode: 'parallel' });

for (const { language, told, add } of languages) {
  /** Looks at a part of a screen on each width, light and dark, and keeps a picture of each. */
  const look = async (page: Page, path: string, within: string) => {
    const part = within === 'main' ? 'screen' : 'form';
    const found = new Map<string, string[]>();
    for (const { name, width, height } of widths) {
      await page.setViewportSize({ width, height });
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        for (const fault of await faultsOfLook(page, { within, language, dark: theme === 'dark' }))
          found.set(fault, [...(found.get(fault) ?? []), `${name} ${theme}`]);
        const file = `${path.slice(1).replaceAll('/', '-')}_${part}_${language}_${name}_${theme}.png`;
        await page.screenshot({ path: join(pictures, file), animations: 'disabled', caret: 'initial' });
      }
    }
    await page.setViewportSize(widths[0]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const faults = [...found].map(([fault, looks]) => `${fault} (${looks.join(', ')})`);
    expect.soft(faults, `${part} ${path}`).toEqual([]);
  };

  test(`in ${told} each screen and its form is whole, in one language and easy on the eyes, from laptop to phone, light and dark`, async ({
    page,
  }) => {
    test.setTimeout(3_600_000);
    await mkdir(pictures, { recursive: true });
    const screens = sampleOf(`looks in ${told}`, await screensOfMenu(page), sampleSize);
    await page.evaluate(chosen => {
      localStorage.setItem('yikao.language', chosen);
      localStorage.setItem('yikao.theme', JSON.stringify({ mode: 'system', primary: '#409eff' }));
    }, language);
    await page.setViewportSize(widths[0]);
    for (const path of screens) {
      await openScreen(page, path);
      await look(page, path, 'main');
      const button = page.getByRole('main').getByRole('button', { name: add, exact: true }).first();
      if (!(await button.isVisible())) continue;
      await button.click();
      await expect(dialog(page)).toBeVisible();
      await expect(dialog(page).locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      await look(page, path, '[role=dialog]');
    }
  });
}
