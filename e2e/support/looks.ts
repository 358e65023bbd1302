import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Account, admin, logIn } from './log-in.ts';
import { faultsOfLook, type Written } from './look.ts';
import { expect } from './test.ts';

/** Folder for the pictures of a run, for inspection; the next run empties it. */
const pictures = join(import.meta.dirname, '../../test-results/looks');

const sizes = [
  { name: '1366', width: 1366, height: 768 },
  { name: '390', width: 390, height: 844 },
] as const;

/** Logs in with a theme that follows the browser, so that both can be looked at. */
export async function logInToLook(
  page: Page,
  path: string,
  language: 'zh' | 'en' = 'zh',
  account: Account = admin,
): Promise<void> {
  await page.addInitScript(chosen => {
    localStorage.setItem('yikao.language', chosen);
    localStorage.setItem('yikao.theme', JSON.stringify({ mode: 'system', primary: '#409eff' }));
  }, language);
  await page.setViewportSize(sizes[0]);
  await logIn(page, path, account);
}

interface Looking {
  /** Selector of the part that is looked at; a dialog by default. */
  readonly within?: string;
  readonly language?: 'zh' | 'en';
  readonly written?: Written;
}

/**
 * Looks at a screen or a dialog at two widths, light and dark, and keeps a picture of each. After {@link logInToLook};
 * the test goes on, and fails at its end if there were faults.
 */
export async function lookAt(
  page: Page,
  name: string,
  { within = '[role=dialog]', language = 'zh', written }: Looking = {},
): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const found = new Map<string, string[]>();
  for (const { name: size, width, height } of sizes) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const looked = { within, language, dark: theme === 'dark' };
      for (const fault of await faultsOfLook(page, looked, written))
        found.set(fault, [...(found.get(fault) ?? []), `${size} ${theme}`]);
      const file = `${name}_${language}_${size}_${theme}.png`;
      await page.screenshot({ path: join(pictures, file), animations: 'disabled', caret: 'initial' });
    }
  }
  await page.setViewportSize(sizes[0]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const faults = [...found].map(([fault, looks]) => `${fault} (${looks.join(', ')})`);
  expect.soft(faults, name).toEqual([]);
}
