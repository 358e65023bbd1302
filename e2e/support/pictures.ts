import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Language } from '@yikao/model/kernel/label.ts';
import { logIn } from './log-in.ts';
import { faultsOfLook } from './look.ts';
import { expect } from './test.ts';

/** Folder for the pictures of a run, for inspection; the next run empties it. */
const pictures = join(import.meta.dirname, '../../test-results/looks');

const laptop = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };

/** Logs in with a theme that follows the browser, so that both can be looked at. */
export async function enterFollowing(page: Page, path: string, language: Language = 'zh'): Promise<void> {
  await page.addInitScript(chosen => {
    localStorage.setItem('yikao.language', chosen);
    localStorage.setItem('yikao.theme', JSON.stringify({ mode: 'system', primary: '#409eff' }));
  }, language);
  await page.setViewportSize(laptop);
  await logIn(page, path);
}

/** Looks at a part of the page on a laptop and a phone, light and dark, and keeps a picture of each. */
export async function lookAt(
  page: Page,
  within: string,
  name: string,
  language: Language = 'zh',
): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const found = new Map<string, string[]>();
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const fault of await faultsOfLook(page, { within, language, dark: theme === 'dark' }))
        found.set(fault, [...(found.get(fault) ?? []), `${size.width} ${theme}`]);
      const file = `${name}_${language}_${size.width}_${theme}.png`;
      await page.screenshot({ path: join(pictures, file), animations: 'disabled', caret: 'initial' });
    }
  }
  await page.setViewportSize(laptop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const faults = [...found].map(([fault, looks]) => `${fault} (${looks.join(', ')})`);
  expect.soft(faults, name).toEqual([]);
}

/** {@link lookAt} the open dialog. */
export const lookAtDialog = (page: Page, name: string, language: Language = 'zh') =>
  lookAt(page, '[role=dialog]', name, language);
