import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe is to look at. */
export interface Look {
  /** A CSS selector of the part of the page; all of it where none is given. */
  readonly within?: string;
  /** Names of the only rules to try; all of them where none are given. */
  readonly rules?: readonly string[];
  /** Whether faults that only annoy count too; otherwise only those that shut people out. */
  readonly minor?: boolean;
}

/** What axe finds wrong in a part of the page as it stands, a line each. */
async function faultsOf(page: Page, { within = 'html', rules, minor = false }: Look): Promise<string[]> {
  const looking = new AxeBuilder({ page }).include(within);
  const { violations } = await (rules ? looking.withRules([...rules]) : looking).analyze();
  return violations
    .filter(({ impact }) => minor || impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`));
}

/**
 * Fails where axe finds something wrong that stays: a button that is just fading from busy to ready has a colour that
 * is no design, so it is looked at again until the page has come to rest.
 */
export async function expectNoFaults(page: Page, look: Look = {}): Promise<void> {
  await expect
    .poll(() => faultsOf(page, look), { message: `faults of ${page.url()}`, timeout: 20_000 })
    .toEqual([]);
}
