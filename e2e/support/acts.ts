import type { Page } from '@playwright/test';

/** Presses of the mouse, and keys. */
export interface Acts {
  readonly mouse: number;
  readonly keys: number;
}

/**
 * Counts the acts of the person in a page from now on, until it is loaded anew; two presses in quick succession are one
 * act. Calling the result answers the acts since the last call.
 */
export async function countActs(page: Page): Promise<() => Promise<Acts>> {
  await page.evaluate(() => {
    const acts = { mouse: 0, keys: 0 };
    Object.assign(window, { acts });
    const listen = { capture: true };
    window.addEventListener(
      'mousedown',
      ({ detail }) => {
        if (detail < 2) acts.mouse += 1;
      },
      listen,
    );
    window.addEventListener(
      'keydown',
      ({ repeat }) => {
        if (!repeat) acts.keys += 1;
      },
      listen,
    );
  });
  return () =>
    page.evaluate(() => {
      const { acts } = window as unknown as { acts: Acts }; // set above
      const taken = { ...acts };
      Object.assign(acts, { mouse: 0, keys: 0 });
      return taken;
    });
}
