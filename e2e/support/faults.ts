import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The parts for axe to check. */
export interface Look {
  /** A CSS selector of the part of the page. Defaults to all of it. */
  readonly within?: string;
  /** Names of the rules to check. Defaults to all. */
  readonly rules?: readonly string[];
  /** True to include faults that axe calls minor. */
  readonly minor?: boolean;
}

/** Waits until a part of the page is present and its transitions have ended; rotating indicators are ignored. */
async function settled(page: Page, within: string): Promise<void> {
  const part = page.locator(within).filter({ visible: true }).first();
  await part.waitFor({ state: 'visible' });
  await part.evaluate(async element => {
    const ending = element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is given up in favour of another ends, too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * The faults axe finds in the current part of the page, one per line. Its own runner for Playwright opens another page
 * for each look, which takes longer than the look.
 */
export async function faultsOf(
  page: Page,
  { within = 'html', rules, minor = false }: Look,
): Promise<string[]> {
  await settled(page, within);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ part, only, all }) => {
      const { violations } = await window.axe.run(part, {
        ...(only && { runOnly: [...only] }),
        // Details of what is in order would be worked out for nothing.
        resultTypes: ['violations'],
        iframes: false,
      });
      return violations
        .filter(({ impact }) => all || impact !== 'minor')
        .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`));
    },
    { part: within, only: rules, all: minor },
  );
}

/**
 * Waits for the part, since dialogs are loaded on first use, and fails if axe finds a lasting fault: a button that is
 * just fading has a transitional colour, so faults are checked again until the page is at rest.
 */
export async function expectNoFaults(page: Page, look: Look = {}): Promise<void> {
  await expect
    .poll(() => faultsOf(page, look), { message: `faults of ${page.url()}`, timeout: 60_000 })
    .toEqual([]);
}
