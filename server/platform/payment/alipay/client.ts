import type { VendorCall } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { type ExchangeLog, textAt, type VendorAnswer, type VendorOutcome } from '../../vendor/exchange.ts';
import { privateKeyOf, publicKeyOf, signText, verifyText } from '../keys.ts';
import { PaymentFailure, type PaymentFailureCode } from '../types.ts';
import { askVendor, jsonOf, numberIn } from '../vendor-call.ts';
import type { AlipaySettings } from './settings.ts';
import { rawMember, signedText } from './signed-text.ts';

const said = z.object({
  code: z.string(),
  msg: z.string().catch(''),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
});

/** Codes of "公共错误码" for trouble of Alipay's own, and for too many calls. */
const laterCodes = new Set(['20000', '40005']);
const laterSubCodes = /^(ACQ\.SYSTEM_ERROR$|isp\.|aop\.unknow-error$)/;

/**
 * Codes of "公共错误码" for tokens, keys and permissions of the application, which a person has to mend: they say nothing
 * about a payment or refund. Every method, format and version that is sent is right, so only these are distinguished.
 */
const ownCodes = new Set(['20001', '40003', '40006']);
const ownSubCodes = /^isv\.(invalid|missing)-(app|signature|timestamp)/;

/** The failure that a refusal of Alipay represents. */
function failureCodeOf({ code, sub_code = '' }: z.infer<typeof said>): PaymentFailureCode {
  if (laterCodes.has(code) || laterSubCodes.test(sub_code)) return 'unreachable';
  return ownCodes.has(code) || ownSubCodes.test(sub_code) ? 'misconfigured' : 'refused';
}

/** An instant in the form that Alipay takes. */
export function wallTime(instant: Date): string {
  return new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Alipay's client: calls are signed with RSA2 over their sorted parameters, answers are verified by Alipay's signature.
 */
export interface AlipayClient {
  /**
   * Makes a call, and returns the answer after verifying its signature. Every call identifies the payment or refund
   * by our number, so that it may be repeated. Throws {@link PaymentFailure} with the sub-code of a refusal.
   */
  call<T extends z.ZodType>(
    call: VendorCall,
    content: object,
    schema: T,
    more?: Readonly<Record<string, string>>,
  ): Promise<z.output<T>>;
  /** Reports whether Alipay has signed this text so. */
  isSigned(text: string, sign: string): boolean;
}

/** A client for the application of these settings. Throws {@link PaymentFailure} if they are invalid. */
export function createAlipayClient(
  settings: AlipaySettings,
  now: () => Date,
  log: ExchangeLog,
): AlipayClient {
  const { appId, endpoint } = settings;
  const key = privateKeyOf(settings.privateKey, "The application's private key");
  const alipayKey = publicKeyOf(settings.alipayPublicKey, "Alipay's public key");
  const isSigned = (text: string, sign: string) => verifyText(text, sign, alipayKey);

  async function call<T extends z.ZodType>(
    asked: VendorCall,
    content: object,
    schema: T,
    more: Readonly<Record<string, string>> = {},
  ): Promise<z.output<T>> {
    const method = asked.action;
    const member = `${method.replaceAll('.', '_')}_response`;
    const answer = await askVendor(log, {
      ...signedCall(method, content, more),
      ...{ call: asked, subject: numberIn(content), method: 'POST', attempts: 3 },
      headers: () => ({ 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }),
      outcome: told => outcomeOf(told, member),
    });
    const text = rawMember(answer.text, member) ?? rawMember(answer.text, 'error_response');
    const whole = z.object({ sign: z.string().optional() }).safeParse(answer.json);
    const refusal = text === undefined ? undefined : said.safeParse(jsonOf(text)).data;
    if (text === undefined || refusal === undefined || !whole.success) {
      throw new PaymentFailure('untrusted', 'The answer of Alipay has another shape');
    }
    const { sign } = whole.data;
    if (sign === undefined || !isSigned(text, sign)) {
      // A call for an unknown application is answered without a signature: it says nothing about the payment.
      const ours = sign === undefined && failureCodeOf(refusal) === 'misconfigured';
      throw new PaymentFailure(
        ours ? 'misconfigured' : 'untrusted',
        ours ? describe(refusal) : 'The answer is not signed by Alipay',
      );
    }
    if (refusal.code !== '10000') {
      throw new PaymentFailure(failureCodeOf(refusal), describe(refusal), {
        vendorCode: refusal.sub_code ?? refusal.code,
      });
    }
    const found = schema.safeParse(jsonOf(text));
    if (!found.success) {
      throw new PaymentFailure('untrusted', 'The answer of Alipay has another shape', { cause: found.error });
    }
    return found.data;
  }

  /** Address and body of a call: common parameters are in the address, its content in the body. */
  function signedCall(method: string, content: object, more: Readonly<Record<string, string>>) {
    const common: Record<string, string> = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: wallTime(now()),
      version: '1.0',
      ...more,
    };
    const bizContent = JSON.stringify(content);
    const sign = signText(signedText({ ...common, biz_content: bizContent }), key);
    const url = new URL(endpoint);
    url.search = new URLSearchParams({ ...common, sign }).toString();
    return { url, body: new URLSearchParams({ biz_content: bizContent }).toString() };
  }

  return { call, isSigned };
}

function describe({ code, msg, sub_code, sub_msg }: z.infer<typeof said>): string {
  return `${sub_code ?? code}: ${sub_msg ?? msg}`;
}

function outcomeOf({ json, headers }: VendorAnswer, member: string): VendorOutcome {
  const of = (name: string) => textAt(json, member, name) || textAt(json, 'error_response', name);
  return {
    done: of('code') === '10000',
    code: of('sub_code') || of('code'),
    message: of('sub_msg') || of('msg'),
    logNo: headers.get('trace_id') ?? headers.get('traceid') ?? '',
  };
}
