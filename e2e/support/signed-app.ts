import { createHmac, randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signedHead } from '@yikao/server/contexts/shared/signed-calls.ts';
import { app } from './product.ts';

/** Makes a call as the consumer app does, signed with its key; returns the data of the answer. */
export async function callAsApp<T>(page: Page, url: string, data: object): Promise<T> {
  const body = JSON.stringify(data);
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('base64url')];
  const sign = createHmac('sha256', app.secret)
    .update(`${signedHead('POST', url, time, nonce)}${body}`)
    .digest('hex');
  const response = await page.request.fetch(url, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-app-key': app.key, 'x-app-time': time },
      ...{ 'x-app-nonce': nonce, 'x-app-sign': sign },
    },
    data: body,
  });
  const answer = (await response.json()) as { success: boolean; message: string; data: T };
  expect(answer.success, `${url}: ${answer.message}`).toBe(true);
  return answer.data;
}
