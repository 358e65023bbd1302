import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The keys that the server believes, of every seat. */
export const seatKeys = { apiKey: 'a4s690Kx2W5U0Gu2', apiSecret: 'the secret of the seat' } as const;

/** The vendor's treatment of a call. */
export type CallFate = 'take' | 'refuse' | 'fail500' | 'takeAndDrop';

/** A call accepted by the simulated vendor. */
export interface TakenCall {
  readonly taskId: string;
  readonly extensionNumber: string;
  readonly calledNumber: string;
  readonly callbackUrl: string;
  readonly customData: string;
}

/** A server that takes calls as Feige's `voicecall` does, refuses unsigned ones, and hosts recordings. */
export interface FeigeServer {
  /** `CALL_URL` of this server. */
  readonly url: string;
  /** Host and port, for addresses that may be fetched. */
  readonly host: string;
  readonly taken: TakenCall[];
  decide(fate: CallFate): void;
  /** The notice of the end of a call, signed. */
  notice(call: TakenCall, parts: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Bytes of each recording. */
  readonly recording: Buffer;
  close(): Promise<void>;
}

/** The signature, written here once more: the check must not share the code it checks. */
export function signOf(
  fields: Readonly<Record<string, unknown>>,
  secret: string = seatKeys.apiSecret,
): string {
  const names = Object.keys(fields)
    .filter(name => name !== 'sign' && fields[name] !== '' && fields[name] != null)
    .sort();
  const joined = names.map(name => `${name}=${String(fields[name])}&`).join('');
  return createHash('md5').update(`${joined}secret=${secret}`).digest('hex');
}

/** One second of silence as telephones record it. */
function silence(): Buffer {
  const data = Buffer.alloc(8_000, 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Starts a {@link FeigeServer} on this machine. */
export async function startFeigeServer(): Promise<FeigeServer> {
  const taken: TakenCall[] = [];
  const recording = silence();
  let fate: CallFate = 'take';
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/recordings/')) {
      response.writeHead(200, { 'content-type': 'audio/wav' });
      response.end(recording);
      return;
    }
    const given = JSON.parse((await text(request)) || '{}');
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (given.apiKey !== seatKeys.apiKey || given.sign !== signOf(given)) {
      return answer(200, { code: 1001, status: false, message: '签名错误', data: null });
    }
    if (fate === 'fail500') return answer(500, { code: 500 });
    if (fate === 'refuse')
      return answer(200, { code: 2003, status: false, message: '分机不在线', data: null });
    const taskId = createHash('md5').update(String(taken.length)).digest('hex');
    const { extensionNumber, calledNumber, callbackUrl, customData } = given;
    taken.push({ taskId, extensionNumber, calledNumber, callbackUrl, customData });
    if (fate === 'takeAndDrop') {
      request.socket.destroy();
      return;
    }
    return answer(200, { code: 0, status: true, message: '呼叫成功', data: { taskId } });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `feige+http://127.0.0.1:${port}/voicecall`,
    host: `127.0.0.1:${port}`,
    taken,
    decide(next) {
      fate = next;
    },
    notice(call, parts) {
      const fields: Record<string, unknown> = {
        taskId: call.taskId,
        calledNumber: call.calledNumber,
        customData: call.customData,
        callStatus: 1,
        callDuration: 65,
        beginTime: '2026-03-02 09:00:10',
        endTime: '2026-03-02 09:01:15',
        ...parts,
      };
      return { ...fields, sign: signOf(fields) };
    },
    recording,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
