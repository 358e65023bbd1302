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
}

/** A server that implements Alibaba Cloud's `SendSms` as documented, and refuses unsigned calls. */
export interface SmsServer {
  /** `SMS_URL` of this server. */
  readonly url: string;
  /** The same with another secret. */
  readonly wrongUrl: string;
  readonly taken: TakenSms[];
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
  Action: 'SendSms',
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
  return /^1\d{10}$/.test(form.get('PhoneNumbers') ?? '') ? undefined : 'isv.MOBILE_NUMBER_ILLEGAL';
}

/** Starts an {@link SmsServer} on this machine. */
export async function startSmsServer(): Promise<SmsServer> {
  const taken: TakenSms[] = [];
  const nonces = new Set<string>();
  let refusal: string | undefined;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const code =
      request.method === 'POST' && request.url === '/'
        ? (complaintAbout(form, nonces) ?? refusal)
        : 'InvalidAction.NotFound';
    if (code === undefined) {
      taken.push({
        mobile: form.get('PhoneNumbers') ?? '',
        template: form.get('TemplateCode') ?? '',
        sign: form.get('SignName') ?? '',
        values: JSON.parse(form.get('TemplateParam') ?? '{}'),
      });
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
    new URLSearchParams({ sign: '艺考(志愿)宝*', code: 'SMS_1', approved: 'SMS_2', refused: 'SMS_3' });
  return {
    url: urlWith(accessKeySecret),
    wrongUrl: urlWith('another'),
    taken,
    refuseWith(code) {
      refusal = code;
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
