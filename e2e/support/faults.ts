import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The parts that axe is to look at. */
export interface Look {
  /** A CSS selector of the part of the page; all of it where none is given. */
  readonly within?: string;
  /** Names of the only rules to try; all of them where none are given. */
  readonly rules?: readonly string[];
  /** Whether faults that only annoy count too; otherwise only those that shut people out. */
  readonly minor?: boolean;
}

/**
 * Waits until a part of the page is there and what fades or slides in it has come to its end; what turns on is left.
 */
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

/** The faults that axe finds in a part of the page as it stands, a line each. */
async function faultsOf(page: Page, { within = 'html', rules, minor = false }: Look): Promise<string[]> {
  await settled(page, within);
  const looking = new AxeBuilder({ page }).include(within);
  const { violations } = await (rules ? looking.withRules([...rules]) : looking).analyze();
  return violations
    .filter(({ impact }) => minor || impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`));
}

/**
 * Waits for the part to be there, since dialogs are loaded when they are first opened, and fails where axe finds
 * something wrong that stays: a button that is just fading from busy to ready has a colour that is no design, so it
 * is looked at again until the page has come to rest.
 */
export async function expectNoFaults(page: Page, look: Look = {}): Promise<void> {
  await expect
    .poll(() => faultsOf(page, look), { message: `faults of ${page.url()}`, timeout: 20_000 })
    .toEqual([]);
}
