import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Who the server believes. */
const secretId = 'AKID-test';
const secretKey = 'secret/of+tests';

/** A text accepted by the simulated vendor. */
export interface TakenTencentSms {
  readonly mobile: string;
  readonly template: string;
  readonly params: readonly string[];
  readonly context: string | undefined;
}

/** A server that implements Tencent Cloud's `SendSms` and `DescribeSmsTemplateList`, and refuses unsigned calls. */
export interface TencentSmsServer {
  /** `SMS_URL` of this server. */
  readonly url: string;
  /** The same with another secret. */
  readonly wrongUrl: string;
  readonly taken: TakenTencentSms[];
  /** Refuses the next numbers with this code; undefined stops it. */
  refuseWith(code: string | undefined): void;
  close(): Promise<void>;
}

const hex = (value: string) => createHash('sha256').update(value).digest('hex');

/** The method TC3-HMAC-SHA256, written here once more: the check must not share the code it checks. */
function isSigned(headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const {
    authorization,
    host,
    'x-tc-action': action,
    'x-tc-timestamp': stamp,
    'content-type': type,
  } = headers;
  const at = Number(stamp);
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false;
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  const canonical = `POST\n/\n\ncontent-type:${String(type)}\nhost:${String(host)}\nx-tc-action:${String(action).toLowerCase()}\n\ncontent-type;host;x-tc-action\n${hex(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${at}\n${day}/sms/tc3_request\n${hex(canonical)}`;
  let key: Buffer = Buffer.from(`TC3${secretKey}`);
  for (const part of [day, 'sms', 'tc3_request']) key = createHmac('sha256', key).update(part).digest();
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return (
    authorization ===
    `TC3-HMAC-SHA256 Credential=${secretId}/${day}/sms/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`
  );
}

/** Starts a {@link TencentSmsServer} on this machine. */
export async function startTencentSmsServer(): Promise<TencentSmsServer> {
  const taken: TakenTencentSms[] = [];
  let refusal: string | undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = (Response: object) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ Response: { RequestId: 'T-1', ...Response } }));
    };
    if (!isSigned(request.headers, body)) {
      return answer({ Error: { Code: 'AuthFailure.SignatureFailure', Message: 'said no' } });
    }
    const given = JSON.parse(body);
    if (request.headers['x-tc-action'] === 'DescribeSmsTemplateList') {
      const [TemplateId] = given.TemplateIdSet;
      return answer({
        DescribeTemplateStatusSet: [
          {
            TemplateId,
            // Tencent Cloud, "DescribeTemplateListStatus": 2 is approved and not yet in effect.
            StatusCode: TemplateId === 9 ? -1 : TemplateId === 10 ? 2 : 0,
            ReviewReply: 'too vague',
            TemplateContent: '{1}您好',
          },
        ],
      });
    }
    const [number] = given.PhoneNumberSet;
    if (refusal === undefined) {
      taken.push({
        mobile: number,
        template: given.TemplateId,
        params: given.TemplateParamSet,
        context: given.SessionContext,
      });
    }
    return answer({
      SendStatusSet: [
        refusal === undefined
          ? { SerialNo: `S${taken.length}`, PhoneNumber: number, Code: 'Ok', Message: 'send success', Fee: 1 }
          : { SerialNo: '', PhoneNumber: number, Code: refusal, Message: 'said no', Fee: 0 },
      ],
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urlWith = (secret: string) =>
    `tencent+http://${secretId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/?` +
    new URLSearchParams({
      app: '1400000001',
      sign: '艺考',
      code: '1',
      approved: '2',
      refused: '3',
      notify: 'tok',
    });
  return {
    url: urlWith(secretKey),
    wrongUrl: urlWith('another'),
    taken,
    refuseWith(code) {
      refusal = code;
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
