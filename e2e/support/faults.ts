import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** The faults axe finds in the current part of the page, one per line. */
async function faultsOf(page: Page, { within = 'html', rules, minor = false }: Look): Promise<string[]> {
  await settled(page, within);
  const looking = new AxeBuilder({ page }).include(within);
  const { violations } = await (rules ? looking.withRules([...rules]) : looking).analyze();
  return violations
    .filter(({ impact }) => minor || impact !== 'minor')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`));
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
