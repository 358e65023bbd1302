import { randomBytes } from 'node:crypto';
import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { type ExchangeLog, textAt, type VendorAnswer, type VendorOutcome } from '../../vendor/exchange.ts';
import { privateKeyOf, signText } from '../keys.ts';
import { PaymentFailure } from '../types.ts';
import { askVendor, numberIn } from '../vendor-call.ts';
import { createPlatformKeys, isRecent, isSigned, type WechatSignature } from './platform-keys.ts';
import type { WechatSettings } from './settings.ts';

const complaint = z.object({ code: z.string(), message: z.string().catch('') });

/** A part of an address that is a number of ours. */
const numbered = /[^/]*\d{6}[^/]*/;

/** Status of an answer that only says the request was received, such as for an order whose payer is paying. */
const received = 202;

const outcome = ({ status, json, headers }: VendorAnswer): VendorOutcome => ({
  done: status < 300 && status !== received,
  code: textAt(json, 'code') || String(status),
  message: textAt(json, 'message'),
  logNo: headers.get('request-id') ?? '',
});

/** One header; undefined if it is missing or repeated. */
function one(value: string | string[] | undefined | null): string {
  return typeof value === 'string' ? value : '';
}

/** The signature in the headers of an answer or notice; missing parts are ''. */
export function signatureOf(read: (name: string) => string | string[] | undefined | null): WechatSignature {
  return {
    timestamp: one(read('wechatpay-timestamp')),
    nonce: one(read('wechatpay-nonce')),
    signature: one(read('wechatpay-signature')),
    serial: one(read('wechatpay-serial')),
  };
}

/** WeChat Pay's client: calls are signed, and answers are verified by the platform's signature. */
export interface WechatClient {
  /** Asks, and believes the answer by its signature. Throws {@link PaymentFailure}, a refusal with the vendor's code. */
  call(call: VendorCall, path: string, content?: object): Promise<unknown>;
  /** Parses an answer with its schema. Throws {@link PaymentFailure} if it does not fit: it is treated as missing. */
  read<T extends z.ZodType>(schema: T, json: unknown): z.output<T>;
  /** The platform's key with this serial number; undefined if there is none. */
  readonly find: ReturnType<typeof createPlatformKeys>['find'];
}

/** A client for the merchant of these settings. Throws {@link PaymentFailure} if they are invalid. */
export function createWechatClient(
  settings: WechatSettings,
  now: () => Date,
  log: ExchangeLog,
): WechatClient {
  const { mchId, endpoint, certSerial, apiV3Key } = settings;
  const key = privateKeyOf(settings.privateKey, "The merchant's private key");
  if (Buffer.byteLength(apiV3Key) !== 32) {
    throw new PaymentFailure('misconfigured', 'The APIv3 key must have 32 characters');
  }

  function authorization(method: string, url: URL, body: string): string {
    const nonce = randomBytes(16).toString('hex').toUpperCase();
    const timestamp = Math.floor(now().getTime() / 1000);
    const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body}\n`;
    const parts = {
      mchid: mchId,
      nonce_str: nonce,
      signature: signText(text, key),
      timestamp,
      serial_no: certSerial,
    };
    const told = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
    return `WECHATPAY2-SHA256-RSA2048 ${told.join(',')}`;
  }

  function send(call: VendorCall, path: string, content?: object): Promise<VendorAnswer> {
    const method = content === undefined ? 'GET' : 'POST';
    const url = new URL(path, endpoint);
    const body = content === undefined ? '' : JSON.stringify(content);
    return askVendor(log, {
      call,
      subject: numbered.exec(url.pathname)?.[0] ?? numberIn(content),
      url,
      method,
      outcome,
      // Every call identifies the payment or refund by our number, so it can be repeated safely.
      attempts: 3,
      headers: () => ({
        accept: 'application/json',
        // One of the languages that the vendor names: `fetch` would send `*`, which merchants saw refused.
        'accept-language': 'zh-CN',
        'content-type': 'application/json',
        'user-agent': 'Yikao',
        authorization: authorization(method, url, body),
        ...(settings.platformKey && { 'wechatpay-serial': settings.platformKey.id }),
      }),
      ...(content !== undefined && { body }),
    });
  }

  const keys = createPlatformKeys(
    settings,
    async () => {
      const answer = await send(vendorCalls.wechatpay.certificates, '/v3/certificates');
      return { answer, signature: signatureOf(name => answer.headers.get(name)) };
    },
    now,
  );

  async function call(asked: VendorCall, path: string, content?: object): Promise<unknown> {
    const answer = await send(asked, path, content);
    const signature = signatureOf(name => answer.headers.get(name));
    const signer = signature.serial === '' ? undefined : await keys.find(signature.serial);
    if (!signer || !isRecent(signature, now()) || !isSigned(signature, Buffer.from(answer.text), signer)) {
      // If the vendor cannot identify the merchant of a call, it does not sign: the answer says nothing about the
      // payment.
      const said = complaint.safeParse(answer.json);
      if (answer.status === 401 && said.success) {
        throw new PaymentFailure('misconfigured', `${said.data.code}: ${said.data.message}`, {
          vendorCode: said.data.code,
        });
      }
      throw new PaymentFailure('untrusted', `The answer is not signed by WeChat Pay (${answer.status})`);
    }
    const { json, status } = answer;
    if (status < 300 && status !== received) return json;
    const said = complaint.safeParse(json);
    const { code, message } = said.success ? said.data : { code: '', message: `HTTP ${status}` };
    const failed = status === received ? 'unreachable' : 'refused';
    throw new PaymentFailure(failed, `${code}: ${message}`, { vendorCode: code });
  }

  function read<T extends z.ZodType>(schema: T, json: unknown): z.output<T> {
    const found = schema.safeParse(json);
    if (found.success) return found.data;
    throw new PaymentFailure('untrusted', 'An answer of WeChat Pay has another shape', {
      cause: found.error,
    });
  }

  return { call, read, find: (serial, notice) => keys.find(serial, notice) };
}
