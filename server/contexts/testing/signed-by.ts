import { createHmac, randomBytes } from 'node:crypto';
import { signedHead } from '../shared/signed-calls.ts';
import type { SeededApp } from './seeded-app.ts';

/** A call of a consumer app. */
interface AppCall {
  readonly url: string;
  readonly body: object;
  readonly secret: string;
  /** Name of the key. */
  readonly key?: string;
  readonly time?: string;
}

/** The headers of a call that an app signs, new for each. */
export function signedBy(
  { engine }: SeededApp,
  { url, body, secret, key = 'wechat', time }: AppCall,
): Record<string, string> {
  const at = time ?? String(Math.floor(engine.clock.now().getTime() / 1000));
  const nonce = randomBytes(16).toString('base64url');
  const sign = createHmac('sha256', secret)
    .update(`${signedHead('POST', url, at, nonce)}${JSON.stringify(body)}`)
    .digest('hex');
  return { 'x-app-key': key, 'x-app-time': at, 'x-app-nonce': nonce, 'x-app-sign': sign };
}
