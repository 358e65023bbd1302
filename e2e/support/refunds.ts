import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { call as callAs } from './dataset.ts';
import { call, newPerson } from './person.ts';

/** Two people of finance, logged in without a page: their tokens. */
async function twoOfFinance(page: Page): Promise<readonly string[]> {
  const { request } = page;
  const roles = (await callAs(page, 'GET', '/api/admin/roleList')) as { roleId: number; roleName: string }[];
  const roleIds = roles.filter(({ roleName }) => roleName === '财务').map(({ roleId }) => roleId);
  const tokens: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const person = await newPerson(request, { nickName: '财务', roleIds });
    tokens.push((await call(request, '/api/admin/login', person)).token);
  }
  return tokens;
}

async function put(request: APIRequestContext, path: string, data: object, token: string): Promise<void> {
  const response = await request.put(path, { data, headers: { 'access-token': token } });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
}

/**
 * Refunds the fee of a mock exam whose numbers are assigned: the page's person applies, two of finance approve, and one
 * of them confirms a manual refund.
 */
export async function refundMockOrder(page: Page, orderId: number): Promise<void> {
  await callAs(page, 'PUT', '/api/mock/app/order/refund', { orderId, reason: '退出考试', force: 1 });
  const found = (await callAs(page, 'GET', `/api/pay/refund?mockOrderId=${orderId}`)) as {
    records: { refundId: number }[];
  };
  const refundId = found.records[0]?.refundId;
  const [one = '', other = ''] = await twoOfFinance(page);
  for (const token of [one, other])
    await put(page.request, '/api/pay/refund/audit', { refundId, pass: 1 }, token);
  await put(page.request, '/api/pay/refund/confirm', { refundId }, other);
}
