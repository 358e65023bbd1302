import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import { type CallGateway, type CallNotice, CallRefused } from './types.ts';

/** The settings of calls to the vendor. */
export interface FeigeSettings {
  /** Address of the vendor's call `voicecall`. */
  readonly endpoint: URL;
  /** Address that the vendor sends its notices to. */
  readonly notifyUrl: string;
}

/**
 * The signature of requests and notices: MD5 over all filled values but the signature, sorted by their names and
 * joined as `name=value&`, with the seat's secret behind them.
 */
function feigeSignature(fields: Readonly<Record<string, unknown>>, secret: string): string {
  const written = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .sort()
    .join('&');
  return createHash('md5').update(`${written}&secret=${secret}`, 'utf8').digest('hex');
}

const outcome = ({ json }: VendorAnswer): VendorOutcome => ({
  done: textAt(json, 'code') === '0' && textAt(json, 'data', 'taskId') !== '',
  code: textAt(json, 'code'),
  message: textAt(json, 'message'),
  logNo: textAt(json, 'data', 'taskId'),
});

/** Places calls through Feige's open interface: `voicecall`, and its notice of the end of a call. */
export function createFeigeGateway({ endpoint, notifyUrl }: FeigeSettings, log: ExchangeLog): CallGateway {
  return {
    name: 'feige',
    local: false,
    async place(keys, { callId, extension, calledNumber }) {
      if (!keys) throw new CallRefused('坐席没有接口密钥');
      const fields = {
        apiKey: keys.apiKey,
        nonce: randomBytes(4).toString('hex'),
        // The vendor compares it with its own clock, so a test clock would not work.
        timestamp: String(Math.floor(Date.now() / 1_000)),
        extensionNumber: extension,
        calledNumber,
        callbackUrl: notifyUrl,
        customData: JSON.stringify({ callId }),
      };
      const answer = await exchange(
        log,
        {
          call: vendorCalls.feige.call,
          subject: `callRecord:${callId}`,
          url: endpoint,
          body: { ...fields, sign: feigeSignature(fields, keys.apiSecret) },
          outcome,
        },
        (_, message, options) => new CallRefused(message, { ...options, unanswered: true }),
      );
      if (!answer.done) throw new CallRefused(answer.message || `错误码 ${answer.code}`);
      return answer.logNo.slice(0, 64);
    },
    readNotice,
    isSigned(keys, json) {
      if (!keys || json === null || typeof json !== 'object' || Array.isArray(json)) return false;
      const given = textAt(json, 'sign').toLowerCase();
      const expected = feigeSignature(json as Readonly<Record<string, unknown>>, keys.apiSecret);
      return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    },
  };
}

/** Characters that no number of a vendor has, and that the database does not store. */
const control = /\p{Cc}/u;

/** Reads a notice; the vendor spells the address of the recording `recoredUrl`. */
export function readNotice(json: unknown): CallNotice | undefined {
  const of = (name: string) => textAt(json, name).trim();
  const status = of('callStatus');
  if (of('taskId') === '' || of('taskId').length > 64 || (status !== '1' && status !== '2')) return undefined;
  if (control.test(of('taskId') + of('calledNumber'))) return undefined;
  const duration = Number(of('callDuration') || '0');
  const time = (text: string) => (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : null);
  const url = of('recoredUrl') || of('recordUrl');
  return {
    taskId: of('taskId'),
    callId: callIdOf(of('customData')),
    calledNumber: of('calledNumber'),
    outboundNumber: of('outboundNumber').slice(0, 20) || null,
    connected: status === '1',
    duration: Number.isSafeInteger(duration) && duration >= 0 ? Math.min(duration, 1_000_000) : 0,
    beginTime: time(of('beginTime')),
    endTime: time(of('endTime')),
    recordUrl: URL.canParse(url) && url.length <= 1_000 ? url : null,
    remark: of('remark').slice(0, 64) || null,
  };
}

function callIdOf(customData: string): number | undefined {
  try {
    const id = Number(textAt(JSON.parse(customData), 'callId'));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  } catch {
    return undefined;
  }
}
