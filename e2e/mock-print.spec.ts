import type { Page } from '@playwright/test';
import { printPage } from '@yikao/model/contexts/mock/mock.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { call, openList, rows } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** The number of paper pages that the browser prints of the current page. */
async function pagesOfPaper(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  return (pdf.toString('latin1').match(/\/Type \/Page\n/g) ?? []).length;
}

/** Parts of the page that extend beyond its sheet, measured in print layout: none, or something would be cut off. */
function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('section > div > article')].flatMap(ticket => {
      const sheet = ticket.closest('section')?.getBoundingClientRect();
      const { top, bottom, left, right } = ticket.getBoundingClientRect();
      const inside =
        sheet &&
        top >= sheet.top - 1 &&
        bottom <= sheet.bottom + 1 &&
        left >= sheet.left - 1 &&
        right <= sheet.right + 1;
      return inside ? [] : [ticket.getAttribute('data-ticket') ?? ''];
    }),
  );
}

/** The first rows of a list. */
async function records(page: Page, path: string) {
  return ((await call(page, 'GET', path)) as { records: Record<string, unknown>[] }).records;
}

/** Arranges the seats of the demo exam; answers its number and one of its rooms. */
async function arranged(page: Page) {
  const [exam] = await records(page, '/api/mock/base/exam?examStatus=3');
  const examId = exam?.examId;
  for (const { areaId } of await records(page, `/api/mock/base/exam_area?examId=${examId}`)) {
    await call(page, 'POST', '/api/mock/aff/arrange', { examId, areaId });
  }
  const [room] = await records(page, `/api/mock/aff/room?examId=${examId}`);
  return { examId, roomId: room?.roomId };
}

test('tickets are printed: of one candidate, of a room, and of 600 with long names; none is cut, each print is counted', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await logIn(page);
  const { examId, roomId } = await arranged(page);
  await openList(page, `/mock/ticket?examId=${examId}`);
  await rows(page).first().getByRole('checkbox').check();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: '打印准考证' }).click();
  const one = await opened;
  await expect(one.getByRole('article')).toHaveCount(1);
  await expect(one.getByText('准考证尚未发布')).toBeVisible();
  const counted = one.waitForResponse(answer => answer.url().endsWith('/api/mock/aff/print/log'));
  expect(await pagesOfPaper(one)).toBe(1);
  expect(await (await counted).json()).toMatchObject({ data: { count: 1 } });
  await one.close();

  // A room in which each pair shares a sheet.
  await page.goto(`/print?examId=${examId}&roomId=${roomId}`);
  await expect(page.getByRole('article')).toHaveCount(20);
  expect(await pagesOfPaper(page)).toBe(10);
  await page.goto(`/roomSeat?examId=${examId}&roomId=${roomId}`);
  await expect(page.getByRole('heading', { name: /第 1 考场 座位图/ })).toBeVisible();
  expect(await pagesOfPaper(page)).toBe(2);

  // The same candidates over and over, with names as long as they may be and six sessions.
  await page.route('**/api/mock/aff/print?*', async route => {
    const answer = await route.fetch();
    const body = await answer.json();
    const pages = Array.from({ length: limits.printMax }, (_, at) => {
      const from = body.data.pages[at % body.data.pages.length];
      const sessions = [
        ...from.sessions,
        ...from.sessions.map((s: object) => ({ ...s, subjectName: `复试${at}` })),
      ];
      return { ...from, studentId: at + 1, studentName: '阿卜杜热西提·买买提明江'.repeat(2), sessions };
    });
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, pages } } });
  });
  for (const [template, sheets] of [
    ['print', 300],
    ['printMsjxzj', 200],
    ['printChongQing', 600],
  ] as const) {
    await page.goto(`/${template}?examId=${examId}`);
    await expect(page.getByRole('article')).toHaveCount(limits.printMax);
    expect(await cut(page)).toEqual([]);
    expect(await pagesOfPaper(page)).toBe(sheets);
  }
});

test('a print page without candidates shows a sample and says why; a session that ends while printing is told in place', async ({
  page,
}) => {
  await page.goto('/printHn');
  await expect(page.getByRole('alert')).toContainText('登录后才能打印');
  await expect(page.getByRole('article')).toBeVisible();
  await logIn(page);
  const { examId } = await arranged(page);
  for (const { code } of printPage.items) {
    await page.goto(`/${code}`);
    await expect(page.getByRole('alert')).toContainText('请从后台选择考生后打印');
    expect(await page.locator('section[class*=sheet]').count(), code).toBeGreaterThan(0);
    expect(await cut(page), code).toEqual([]);
    expect(await pagesOfPaper(page), code).toBe(await page.locator('section[class*=sheet]').count());
  }
  // Other tests may have taken a candidate out by now: each ticket of the list is printed.
  const tickets = (await call(page, 'GET', `/api/mock/aff/ticket/list?size=1&examId=${examId}`)) as {
    total: number;
  };
  expect(tickets.total).toBeGreaterThan(70);
  await page.goto(`/print?examId=${examId}`);
  await expect(page.getByRole('article')).toHaveCount(tickets.total);
  await page.route('**/api/mock/aff/print/log', route =>
    route.fulfill({ status: 401, json: { success: false, code: 401, message: '登录已失效', data: null } }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('dialog', { name: '登录已过期，请重新登录' })).toBeVisible();
});
