import { call, rows, toast } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { adminPassword } from './support/product.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const ops = { userName: 'ops', password: adminPassword };
type Page = Parameters<typeof logIn>[0];

/** The choices of the list in their order, by the numbers of their programmes. */
const order = (page: Page) =>
  page.locator('[data-choice]').evaluateAll(found => found.map(one => one.getAttribute('data-choice')));

const choices = (page: Page) => page.getByRole('region', { name: '已填志愿' });
const programmes = (page: Page) => page.getByRole('region', { name: '可填报专业' });

test('a planner fills a list in by dragging, keys and clicks, takes changes back, and loses nothing to another planner', async ({
  page,
  browser,
}) => {
  await logIn(page, '/wish/voluntaryList', ops);
  const draft = rows(page).filter({ hasText: '草稿' }).filter({ hasText: '张欣怡' });
  await draft.getByRole('button', { name: '填报' }).click();
  await expect(page.locator('[data-choice]')).toHaveCount(20);
  const first = await order(page);
  await expectNoFaults(page, { within: 'main' });

  // By mouse: the first choice moves below the third.
  const handles = choices(page).getByRole('button', { name: /^第 \d+ 志愿/ });
  const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
  if (!from || !to) throw new Error('The list is not shown');
  await page.mouse.move(from.x + 20, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 6 });
  await page.mouse.move(to.x + 20, to.y + to.height, { steps: 3 });
  await page.mouse.up();
  expect(await order(page)).toEqual([first[1], first[2], first[0], ...first.slice(3)]);
  await expect(choices(page).getByRole('status')).toContainText('已移到第 3 位，共 20 个志愿');

  // By keys: the focused choice moves on, and the focus with it.
  await handles.nth(2).focus();
  await page.keyboard.press('ArrowDown');
  await expect(handles.nth(3)).toBeFocused();
  await page.keyboard.press('Home');
  expect((await order(page))[0]).toBe(first[0]);
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '撤销' }).click();
  expect(await order(page)).toEqual(first);
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled();

  // A chosen programme cannot be chosen again; another is inserted at its band.
  await programmes(page)
    .getByText(/^保 \d+$/)
    .click();
  const free = programmes(page).getByRole('button', { name: /^添加 / });
  await free.first().click();
  await expect(page.locator('[data-choice]')).toHaveCount(21);
  await choices(page).getByRole('button', { name: '删除' }).first().click();
  await expect(page.locator('[data-choice]')).toHaveCount(20);

  // Somebody else saves the same list meanwhile: their version is shown, and undo restores the person's own.
  const second = await otherBrowser(browser);
  await logIn(second, '/wish/voluntaryList');
  await rows(second).filter({ hasText: '张欣怡' }).getByRole('button', { name: '填报' }).click();
  await choices(second).getByRole('button', { name: '删除' }).last().click();
  await second.getByRole('button', { name: '保存' }).click();
  await expect(toast(second, '志愿表已保存')).toBeVisible();
  const mine = await order(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('现在显示的是对方的版本')).toBeVisible();
  await expect(page.locator('[data-choice]')).toHaveCount(19);
  await page.getByRole('button', { name: '撤销' }).click();
  expect(await order(page)).toEqual(mine);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(toast(page, '志愿表已保存')).toBeVisible();
  expect(await order(page)).toEqual(mine);

  // Handed in, sent back with a reason by another, and opened again.
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByTitle('已提交').filter({ visible: true })).toBeVisible();
  await expect(handles).toHaveCount(0);
  await page.getByRole('button', { name: '驳回' }).click();
  await page.getByRole('dialog').getByLabel('审核意见').fill('保底不足');
  await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click();
  await expect(page.getByTitle('已驳回').filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: '重新编辑' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新编辑' }).click();
  await expect(handles).toHaveCount(20);

  const [paper] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: '打印' }).click(),
  ]);
  await expect(paper.getByRole('heading', { name: '志愿填报表' })).toBeVisible();
  await expect(paper.getByRole('row')).toHaveCount(21);
  await expectNoFaults(paper);
});

test('the facts of the choices are columns, and two lists of a candidate are compared choice by choice', async ({
  page,
}) => {
  await logIn(page, '/wish/voluntaryList', ops);
  const path = '/api/data/wish/voluntaryList';
  const { records } = (await call(page, 'GET', `${path}/list?current=1&size=50`)) as {
    records: Record<string, unknown>[];
  };
  // Not the draft of the other tests.
  const first = records.find(row => row.listStatus !== 0);
  if (!first) throw new Error('There is no list');
  const { userId, dataYear, provinceId, jointCategoryId, aos, batch, cultureScore, profScore, listId } =
    first;
  const added = (await call(page, 'POST', path, {
    ...{ userId, dataYear, provinceId, jointCategoryId, aos, batch, cultureScore, profScore },
  })) as { listId: number };
  const { items } = (await call(page, 'GET', `${path}/sheet?listId=${listId}`)) as {
    items: { admissionId: number; profNames: string[]; adjustFlag: boolean }[];
  };
  const { version } = (await call(page, 'GET', `${path}/sheet?listId=${added.listId}`)) as {
    version: number;
  };
  // The second list lacks the last choice, and has the third one first.
  const taken = items.slice(0, -1).map(({ admissionId, profNames, adjustFlag }) => ({
    ...{ admissionId, profNames, adjustFlag },
  }));
  await call(page, 'PUT', `${path}/items`, {
    listId: added.listId,
    version,
    items: [...taken.slice(2, 3), ...taken.slice(0, 2), ...taken.slice(3)],
  });

  await page.goto(`/wish/voluntaryList/edit?listId=${listId}`);
  const fact = (name: string) => page.locator(`[data-choice] [data-fact=${name}]`);
  await expect(fact('chance').first()).toBeVisible();
  for (const name of ['group', 'plan', 'line', 'years', 'chance']) {
    const lefts = await fact(name).evaluateAll(found =>
      found.map(one => Math.round(one.getBoundingClientRect().right)),
    );
    expect(new Set(lefts).size, name).toBe(1);
  }
  await page.getByRole('button', { name: '对比' }).click();
  const compared = page.getByRole('dialog', { name: '对比志愿表' });
  await expect(compared.getByRole('row')).toHaveCount(items.length + 1);
  await compared.getByText('顺序不同 1').click();
  await expect(compared.getByRole('row')).toHaveCount(2);
  await expect(compared.getByRole('row').nth(1).getByRole('cell').nth(0)).toHaveText('3');
  await expect(compared.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('1');
  await compared.getByText('仅本表 1').click();
  await expect(compared.getByRole('row').nth(1).getByRole('cell').nth(0)).toHaveText(String(items.length));
  await expectNoFaults(page, { within: '[role=dialog]' });
});

test('the details of a list say the chances of its choices in percent', async ({ page }) => {
  await logIn(page, '/wish/voluntaryList', ops);
  await rows(page).filter({ hasText: '草稿' }).filter({ hasText: '张欣怡' }).locator('td').nth(1).click();
  const table = page.locator('.ant-drawer').getByRole('table').filter({ hasText: '冲稳保' });
  await expect(table).toBeVisible();
  const heads = await table.getByRole('columnheader').allTextContents();
  const chances = table.locator(`tbody td:nth-child(${heads.indexOf('概率') + 1})`);
  await expect(chances).not.toHaveCount(0);
  for (const chance of await chances.allTextContents()) expect(chance).toMatch(/^(\d+\.\d{2}%)?$/);
});
