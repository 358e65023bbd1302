import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Who the server believes. */
const accessKeyId = 'LTAI-test';
const accessKeySecret = 'a+secret/with=signs';

/** A message accepted by the simulated vendor. */
export interface TakenSms {
  readonly mobile: string;
  readonly template: string;
  readonly sign: string;
  readonly values: Readonly<Record<string, string>>;
  /** Our number of a text that people send; undefined for a message of the product. */
  readonly outId?: string;
}

/**
 * The fate of a sending: it is taken and answered; taken, and the answer is lost or an error; or an error
 * before it is taken.
 */
export type SmsFate = 'answer' | 'takeAndDrop' | 'takeAnd500' | 'fail500' | 'throttle';

/**
 * A server that implements Alibaba Cloud's `SendSms`, `QuerySendDetails` and `GetSmsTemplate` as documented, and
 * refuses unsigned calls.
 */
export interface SmsServer {
  /** `SMS_URL` of this server. */
  readonly url: string;
  /** The same with another secret. */
  readonly wrongUrl: string;
  readonly taken: TakenSms[];
  /** Decides on each sending; by default all are answered. */
  decide(fate: (mobile: string) => SmsFate): void;
  /** Holds the answer about a text to a number until the promise is over; by default none is held. */
  hold(until: (mobile: string) => Promise<void> | undefined): void;
  /** The review of templates, with their texts in the vendor's form. */
  readonly reviews: Map<
    string,
    { readonly state: 0 | 1 | 2 | 10; readonly content: string; readonly reason?: string }
  >;
  /** Answers the next calls with this code of the vendor; undefined stops it. */
  refuseWith(code: string | undefined): void;
  close(): Promise<void>;
}

/** RFC 3986, written here once more: the check must not share the code it checks. */
const encode = (value: string): string =>
  encodeURIComponent(value)
    .replaceAll('!', '%21')
    .replaceAll("'", '%27')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll('*', '%2A');

const fixed: Readonly<Record<string, string>> = {
  Version: '2017-05-25',
  Format: 'JSON',
  SignatureMethod: 'HMAC-SHA1',
  SignatureVersion: '1.0',
  AccessKeyId: accessKeyId,
};

function complaintAbout(form: URLSearchParams, nonces: Set<string>): string | undefined {
  for (const [name, value] of Object.entries(fixed)) {
    if (form.get(name) !== value)
      return name === 'AccessKeyId' ? 'InvalidAccessKeyId.NotFound' : 'InvalidParameter';
  }
  const time = Date.parse(form.get('Timestamp') ?? '');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(form.get('Timestamp') ?? ''))
    return 'InvalidTimeStamp.Format';
  if (Math.abs(Date.now() - time) > 15 * 60_000) return 'InvalidTimeStamp.Expired';
  const nonce = form.get('SignatureNonce') ?? '';
  if (nonce === '' || nonces.has(nonce)) return 'SignatureNonceUsed';
  nonces.add(nonce);
  const given = [...form].filter(([name]) => name !== 'Signature').map(([name, value]) => ({ name, value }));
  given.sort((one, other) => (one.name < other.name ? -1 : 1));
  const query = given.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
  const signature = createHmac('sha1', `${accessKeySecret}&`)
    .update(`POST&%2F&${encode(query)}`)
    .digest('base64');
  if (form.get('Signature') !== signature) return 'SignatureDoesNotMatch';
  if (form.get('Action') !== 'SendSms') return undefined;
  return /^1\d{10}$/.test(form.get('PhoneNumbers') ?? '') ? undefined : 'isv.MOBILE_NUMBER_ILLEGAL';
}

/** The answer of the calls that look something up. */
function looked(form: URLSearchParams, taken: readonly TakenSms[], reviews: SmsServer['reviews']): object {
  if (form.get('Action') === 'GetSmsTemplate') {
    const review = reviews.get(form.get('TemplateCode') ?? '');
    return review
      ? {
          // Alibaba Cloud, "GetSmsTemplate": the status is a text.
          ...{ TemplateStatus: String(review.state), TemplateContent: review.content },
          AuditInfo: { AuditDate: '2024-06-03 11:20:34', RejectInfo: review.reason ?? '' },
        }
      : { Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: 'no such template' };
  }
  const page = Number(form.get('CurrentPage'));
  const rows = taken.filter(({ mobile }) => mobile === form.get('PhoneNumber'));
  return {
    TotalCount: rows.length,
    SmsSendDetailDTOs: {
      SmsSendDetailDTO: rows.slice((page - 1) * 50, page * 50).map(({ mobile, outId }) => ({
        PhoneNum: mobile,
        OutId: outId,
        SendStatus: 1,
        ErrCode: '',
      })),
    },
  };
}

/** Starts an {@link SmsServer} on this machine. */
export async function startSmsServer(): Promise<SmsServer> {
  const taken: TakenSms[] = [];
  const nonces = new Set<string>();
  let refusal: string | undefined;
  let decided: (mobile: string) => SmsFate = () => 'answer';
  let held: (mobile: string) => Promise<void> | undefined = () => undefined;
  const reviews: SmsServer['reviews'] = new Map();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const code =
      request.method === 'POST' && request.url === '/'
        ? (complaintAbout(form, nonces) ?? refusal)
        : 'InvalidAction.NotFound';
    if (code === undefined && form.get('Action') !== 'SendSms') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ Code: 'OK', RequestId: 'Q', ...looked(form, taken, reviews) }));
      return;
    }
    if (code === undefined) await held(form.get('PhoneNumbers') ?? '');
    const fate = code === undefined ? decided(form.get('PhoneNumbers') ?? '') : 'answer';
    if (fate === 'fail500' || fate === 'throttle') {
      response.writeHead(fate === 'throttle' ? 400 : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ Code: fate === 'throttle' ? 'Throttling.User' : '', RequestId: 'R' }));
      return;
    }
    if (code === undefined) {
      const outId = form.get('OutId');
      taken.push({
        mobile: form.get('PhoneNumbers') ?? '',
        template: form.get('TemplateCode') ?? '',
        sign: form.get('SignName') ?? '',
        values: JSON.parse(form.get('TemplateParam') ?? '{}'),
        ...(outId !== null && { outId }),
      });
    }
    if (fate === 'takeAndDrop') {
      request.socket.destroy();
      return;
    }
    if (fate === 'takeAnd500') {
      response.writeHead(500);
      response.end('<html>Bad Gateway</html>');
      return;
    }
    // The vendor reports business limits with status 200, and errors in the call itself with 400.
    response.writeHead(code === undefined || code.startsWith('isv.') ? 200 : 400, {
      'content-type': 'application/json',
    });
    response.end(
      JSON.stringify(
        code === undefined
          ? { Code: 'OK', Message: 'OK', RequestId: 'R', BizId: `B${taken.length}` }
          : { Code: code, Message: 'said no', RequestId: 'R' },
      ),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urlWith = (secret: string) =>
    `aliyun+http://${accessKeyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/?` +
    new URLSearchParams({
      sign: '艺考(志愿)宝*',
      code: 'SMS_1',
      approved: 'SMS_2',
      refused: 'SMS_3',
      notify: 'report-token',
    });
  return {
    url: urlWith(accessKeySecret),
    wrongUrl: urlWith('another'),
    taken,
    reviews,
    decide(fate) {
      decided = fate;
    },
    hold(until) {
      held = until;
    },
    refuseWith(code) {
      refusal = code;
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
