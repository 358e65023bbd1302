import { expect, type Locator, type Page } from '@playwright/test';

/** The dialog on top. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog').filter({ visible: true }).last();
}

/**
 * Closes the open dialog or drawer by its key, before the page is left. One that closes goes back in the history, and
 * an address opened at that moment would not come.
 */
export async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.waitForFunction(() => !Object.hasOwn(Object(history.state), 'overlay'));
}

/** Opens a dataset's page once its rows are there. */
export async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(rows(page).first()).toBeVisible();
}

/** The filters of the list. */
export function filters(page: Page): Locator {
  return page.getByRole('form', { name: '查询条件' });
}

/** The rows of the list. */
export function rows(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^(选择|Select) \d+$/ }) });
}

/** The row with this number. */
export function rowOf(page: Page, id: number): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `选择 ${id}`, exact: true }) });
}

/** Presses a button of the toolbar, directly or under 更多. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const bar = page
    .getByRole('main')
    .getByRole('toolbar', { name: /^(操作按钮|Tools)$/ })
    .first();
  const button = bar.getByRole('button', { name, exact: true });
  const more = bar.getByRole('button', { name: /^(更多|More)$/ });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Presses an action of a row, directly or behind the overflow button. */
export async function pressAction(page: Page, row: Locator, name: string): Promise<void> {
  const button = row.getByRole('button', { name, exact: true });
  const more = row.getByRole('button', { name: /^(操作|Actions)$/ });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  const menu = page.locator('.ant-dropdown').filter({ visible: true });
  await menu.getByRole('menuitem', { name, exact: true }).click();
}

/** Presses an action in the details of a row, directly or under 更多. */
export async function pressDetail(page: Page, details: Locator, name: string): Promise<void> {
  const bar = details.getByRole('toolbar', { name: '操作', exact: true });
  const button = bar.getByRole('button', { name, exact: true });
  const more = bar.getByRole('button', { name: '更多', exact: true });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).click();
}

/** Types into a picker and takes the option with exactly that name. */
export async function pick(page: Page, scope: Locator, label: string, text: string): Promise<void> {
  const picker = scope.getByLabel(label, { exact: true });
  await picker.click();
  await picker.pressSequentially(text);
  // In its list alone: rows behind the dialog may show the same name.
  const options = page.locator('.ant-select-dropdown').filter({ visible: true });
  await options.getByTitle(text, { exact: true }).filter({ visible: true }).last().click();
}

/** Types a time into a calendar. */
export async function typeTime(page: Page, scope: Locator, label: string, time: string): Promise<void> {
  const input = scope.getByLabel(label, { exact: true });
  await input.click();
  await input.fill(time);
  await page.keyboard.press('Enter');
  await expect(input).toHaveValue(time);
}

/** Confirms the question before an action. */
export async function confirm(page: Page, question: string | RegExp, answer = '确定'): Promise<void> {
  const asked = page.locator('.ant-modal-confirm').filter({ hasText: question, visible: true });
  await asked.getByRole('button', { name: answer, exact: true }).click();
}

/** The question of a form before it saves: of a row that is changed, or of a new one. */
export const savedQuestion = /保存对“.+”的 \d+ 处修改？|新增.+？/;

/** A toast. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.ant-message').getByText(text);
}

/** Calls the server as the page's logged-in person; returns the answer's data. */
export async function call(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<unknown> {
  const kept = await page.evaluate(() => sessionStorage.getItem('yikao.session'));
  const { token } = JSON.parse(kept ?? '{}') as { token: string }; // written by the product itself
  const response = await page.request.fetch(path, {
    method,
    headers: { 'access-token': token },
    ...(data !== undefined && { data }),
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: unknown };
  expect(answer.success, `${method} ${path}: ${answer.message}`).toBe(true);
  return answer.data;
}

/** The first rows of the calendar that fit a query. */
export async function listRows(page: Page, query: string): Promise<Record<string, unknown>[]> {
  const data = await call(page, 'GET', `/api/data/wish/sch/examType/list?${query}`);
  return (data as { records: Record<string, unknown>[] }).records;
}

/** The number of calendar rows that match a query, for the page's logged-in person. */
export async function countRows(page: Page, query: string): Promise<number> {
  const data = await call(page, 'GET', `/api/data/wish/sch/examType/list?size=1&${query}`);
  return (data as { total: number }).total;
}

/** Waits until the deferred code is loaded, so that losing the network does not affect it. */
export async function waitForLater(page: Page): Promise<void> {
  await page.waitForFunction(
    files =>
      files.every(file => performance.getEntriesByType('resource').some(({ name }) => name.includes(file))),
    ['/assets/zh-CN-', '/assets/en-US-', '/assets/later-'],
  );
}
