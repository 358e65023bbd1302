import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { douyinOutcome } from '../../douyin-outcome.ts';
import type { ExchangeLog } from '../../vendor/exchange.ts';
import { PaymentFailure } from '../types.ts';
import { askVendor, numberIn } from '../vendor-call.ts';
import type { DouyinSettings } from './settings.ts';

const envelope = z.object({ err_no: z.int(), err_msg: z.string().catch(''), data: z.unknown().optional() });
const token = z.object({
  data: z.object({
    error_code: z.int().catch(0),
    description: z.string().catch(''),
    access_token: z.string().optional(),
    expires_in: z.int().catch(0),
  }),
});

/** Milliseconds before the access token's expiry at which it is renewed. */
const tokenMarginMs = 300_000;
/** The platform's codes for a later retry: too many calls, out of order, expired token. */
const laterCodes: ReadonlySet<number> = new Set([12_001, 13_000, 11_002]);

/** Douyin's client: calls carry an access token, which is cached until shortly before its expiry. */
export interface DouyinClient {
  /**
   * Calls with the access token; the platform is authenticated by TLS alone, as its answers are not signed. Throws
   * {@link PaymentFailure}, for a refusal with the platform's code.
   */
  call<T extends z.ZodType>(call: VendorCall, content: object, schema: T): Promise<z.output<T>>;
}

/** A client for the mini-program of these settings. */
export function createDouyinClient(
  settings: DouyinSettings,
  now: () => Date,
  log: ExchangeLog,
): DouyinClient {
  const { appId, endpoint } = settings;
  let access: { readonly token: string; readonly endMs: number } | undefined;

  async function accessToken(): Promise<string> {
    if (access && now().getTime() < access.endMs) return access.token;
    const answer = await askVendor(log, {
      ...{ call: vendorCalls.douyinpay.token, outcome: douyinOutcome },
      url: new URL('/oauth/client_token/', endpoint),
      method: 'POST',
      attempts: 3,
      headers: () => ({ 'content-type': 'application/json' }),
      body: JSON.stringify({
        client_key: appId,
        client_secret: settings.appSecret,
        grant_type: 'client_credential',
      }),
    });
    const found = token.safeParse(answer.json);
    const given = found.data?.data;
    if (given?.access_token === undefined || given.error_code !== 0) {
      throw new PaymentFailure('misconfigured', `No access token: ${given?.description ?? answer.status}`);
    }
    access = {
      token: given.access_token,
      endMs: now().getTime() + Math.max(given.expires_in * 1000 - tokenMarginMs, 0),
    };
    return access.token;
  }

  async function call<T extends z.ZodType>(
    asked: VendorCall,
    content: object,
    schema: T,
  ): Promise<z.output<T>> {
    const bearer = await accessToken();
    const answer = await askVendor(log, {
      ...{ call: asked, subject: numberIn(content), outcome: douyinOutcome },
      url: new URL(`/api/trade_basic/v1/developer/${asked.action}/`, endpoint),
      method: 'POST',
      attempts: 3,
      headers: () => ({ 'content-type': 'application/json', 'access-token': bearer }),
      body: JSON.stringify(content),
    });
    const told = envelope.safeParse(answer.json);
    if (!told.success) throw new PaymentFailure('untrusted', 'The answer of Douyin has another shape');
    const { err_no, err_msg, data } = told.data;
    if (err_no !== 0) {
      // A token revoked early is renewed next time.
      access = undefined;
      throw new PaymentFailure(laterCodes.has(err_no) ? 'unreachable' : 'refused', `${err_no}: ${err_msg}`, {
        vendorCode: String(err_no),
      });
    }
    const found = schema.safeParse(data);
    if (!found.success) {
      throw new PaymentFailure('untrusted', 'The answer of Douyin has another shape', { cause: found.error });
    }
    return found.data;
  }

  return { call };
}
