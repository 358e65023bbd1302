import type { Page, Response } from '@playwright/test';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { type AnyDataset, readPath } from '@yikao/model/kernel/dataset.ts';
import { sampleOf } from '@yikao/server/testing/sample.ts';
import { logIn } from './support/log-in.ts';
import { cutInBars } from './support/look.ts';
import { openScreen, screensOfMenu } from './support/screens.ts';
import { expect, test } from './support/test.ts';

/** A common laptop, on which the most important columns are visible. */
const laptop = { width: 1366, height: 768 } as const;

/** Lists that each language is tried on in `npm test`. */
const sampled = 40;

/** Lists that show rows only once something is chosen are shown with that. */
const chosen: Readonly<Record<string, string>> = { mockStudent: '?provinceId=430000' };

const lists: readonly AnyDataset[] = [...datasets, ...screens].filter(({ menu }) => menu !== undefined);

/** The place of each heading in a list, left to right, by the field's label, and the part of the list that is in sight. */
function headings(page: Page) {
  return page
    .locator('main .ant-table-thead')
    .first()
    .evaluate(head => {
      const cells = [...head.querySelectorAll<HTMLElement>('th')];
      const frame = (head.closest('.ant-table-container') ?? head).getBoundingClientRect();
      const fixed = cells.filter(cell => cell.classList.contains('ant-table-cell-fix-end'));
      const right = Math.min(frame.right, ...fixed.map(cell => cell.getBoundingClientRect().left));
      return cells.map(cell => {
        const { left, right: end } = cell.getBoundingClientRect();
        return {
          label: cell.querySelector('.ant-table-column-title')?.textContent ?? cell.textContent ?? '',
          whole: left >= frame.left - 1 && end <= right + 1,
          sort: cell.getAttribute('aria-sort'),
          order: cell.dataset.order,
        };
      });
    });
}

/** The rows shown in a list: the answer to its own call. */
function rowsOf(page: Page, dataset: AnyDataset): Promise<Response> {
  const addresses = [`${readPath(dataset)}/list`, dataset.path];
  return page.waitForResponse(
    response => addresses.includes(new URL(response.url()).pathname) && response.request().method() === 'GET',
    { timeout: 60_000 },
  );
}

/** Reports whether values are sorted in a direction; equal and blank ones may be anywhere. */
function runs(values: readonly unknown[], descending: boolean): boolean {
  const known = values.filter(value => value !== null && value !== undefined);
  return known.every((value, at) => {
    const before = known[at - 1];
    if (at === 0 || before === undefined) return true;
    if (typeof value === 'number' && typeof before === 'number')
      return descending ? before >= value : before <= value;
    return descending ? String(before) >= String(value) : String(before) <= String(value);
  });
}

/** Faults of a list: columns out of sight, words cut in its bars, and a mark that its rows do not follow. */
async function faultsOf(page: Page, dataset: AnyDataset, language: 'zh' | 'en'): Promise<string[]> {
  const faults: string[] = [];
  const answer = rowsOf(page, dataset);
  await openScreen(page, `${dataset.menu?.at}${chosen[dataset.name] ?? ''}`);
  const { data } = (await (await answer).json()) as { data: { records: Record<string, unknown>[] } };
  await expect(page.locator('main .ant-table-thead').first()).toBeVisible();
  const cut = await cutInBars(page, language);
  const more = page.locator('main form button[aria-expanded=false]').first();
  if (await more.isVisible()) {
    await more.click();
    await expect(page.locator('main form button[aria-expanded=true]').first()).toBeVisible();
    cut.push(...(await cutInBars(page, language)));
  }
  for (const fault of new Set(cut)) faults.push(`${dataset.menu?.at}: ${fault} in ${language}`);
  const shown = await headings(page);
  const labelOf = (name: string) => dataset.fields[name]?.label[language];
  for (const name of dataset.list.point) {
    const label = labelOf(name);
    // The screen itself names the system columns.
    if (label === undefined) continue;
    const column = shown.find(one => one.label === label);
    if (!column?.whole) faults.push(`${dataset.menu?.at} ${name}: out of sight in ${language}`);
  }
  const [first] = dataset.list.sort;
  const marked = shown.filter(({ sort }) => sort !== null);
  if (marked.length > 1) faults.push(`${dataset.menu?.at}: several columns are marked as sorted`);
  const [mark] = marked;
  if (!mark || first === undefined) return faults;
  const name = first.replace(/^-/, '');
  if (mark.label !== labelOf(name) && labelOf(name) !== undefined)
    faults.push(`${dataset.menu?.at}: ${mark.label} is marked, rows are ordered by ${name}`);
  const values = data.records.map(row => row[name]);
  const numbers = values.every(value => value === null || typeof value === 'number');
  // The database sorts words, with another collation than this check.
  const dated = ['date', 'dateTime'].includes(dataset.fields[name]?.kind ?? 'dateTime');
  if (mark.sort !== 'other' && (numbers || dated) && !runs(values, mark.sort === 'descending'))
    faults.push(`${dataset.menu?.at}: ${name} does not run ${mark.sort}`);
  return faults;
}

test.describe.configure({ mode: 'parallel' });

for (const [language, told] of [
  ['zh', 'Chinese'],
  ['en', 'English'],
] as const) {
  test(`in ${told} a list shows what it is for on a laptop, cuts no word of its bars, and marks the order in which its rows stand`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    await page.setViewportSize(laptop);
    const menu = new Set(await screensOfMenu(page));
    await page.evaluate(language => localStorage.setItem('yikao.language', language), language);
    const faults: string[] = [];
    const shown = lists.filter(({ menu: page }) => menu.has(page?.at ?? ''));
    for (const dataset of sampleOf(`lists in ${language}`, shown, sampled))
      faults.push(...(await faultsOf(page, dataset, language)));
    expect(faults).toEqual([]);
  });
}

test('a heading that is pressed orders the rows as its mark says, and gives the order of the list back', async ({
  page,
}) => {
  await page.setViewportSize(laptop);
  await screensOfMenu(page);
  await openScreen(page, '/base/country');
  const heading = page.locator('main th').filter({ hasText: '国家' }).first();
  const marked = page.locator('main th[aria-sort]');
  // Sorted by a number that is hidden by default, and then by the key: neither is marked as the first.
  await expect(marked.filter({ hasNotText: '排序' })).toHaveCount(0);
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(marked).toHaveCount(1);
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await heading.click();
  await expect(heading).not.toHaveAttribute('aria-sort');
});

test('a row stays open that is pressed while the list takes the height of the screen', async ({ page }) => {
  await page.setViewportSize(laptop);
  await logIn(page, '/wish/school');
  const footer = page.getByRole('main').locator('.ant-pagination-options');
  await footer.getByRole('combobox').click();
  await page.locator('.ant-select-dropdown').getByTitle('按屏幕高度', { exact: true }).click();
  await expect(footer).toContainText('按屏幕高度');
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // More filters leave less room for rows: the list asks for fewer of them while the pressed one opens.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('main form button[aria-expanded=false]')?.click();
    document.querySelector<HTMLElement>('main tr[data-row-key] td[data-column]')?.click();
  });
  await expect(page.locator('main form button[aria-expanded=true]')).toBeVisible();
  await expect(page.locator('.ant-drawer').last()).toContainText('院校名称');
  await expect(page).toHaveURL(/[?&]row=\d+/);
});
