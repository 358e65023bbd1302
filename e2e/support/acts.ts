import type { Page } from '@playwright/test';

/** What a person has done in a page since the last call: presses of the mouse, and keys. */
export interface Acts {
  readonly mouse: number;
  readonly keys: number;
}

/** Counts the acts of the person in a page from now on; a press that is made twice quickly is one act. */
export async function countActs(page: Page): Promise<() => Promise<Acts>> {
  await page.evaluate(() => {
    const acts = { mouse: 0, keys: 0 };
    Object.assign(window, { acts });
    window.addEventListener('mousedown', ({ detail }) => void (acts.mouse += detail > 1 ? 0 : 1), true);
    window.addEventListener('keydown', ({ repeat }) => void (acts.keys += repeat ? 0 : 1), true);
  });
  return () =>
    page.evaluate(() => {
      const { acts } = window as unknown as { acts: Acts }; // set above
      const taken = { ...acts };
      Object.assign(acts, { mouse: 0, keys: 0 });
      return taken;
    });
}
