import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Behaviour of the simulated vendors at the next call that sends something. */
export type Mood =
  | 'well'
  | 'fault'
  | 'hangUp'
  | 'busy'
  | 'doneThenHangUp'
  | 'refuses'
  | 'staleToken'
  /** An answer as a vendor's page publishes it. */
  | { readonly status: number; readonly body: object };

/** A server that speaks as Getui, JPush, WeChat and Douyin do for pushes, and counts what each device got. */
export interface PushServer {
  readonly url: string;
  /** Pushes by the device's token. */
  readonly got: Map<string, number>;
  /** Tokens that the vendors do not know. */
  readonly dead: Set<string>;
  /** Tokens to which the vendors send nothing, though they know them. */
  readonly ignored: Set<string>;
  /** Messages that Getui and Douyin took, as they were received. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendors' bodies have different shapes
  readonly bodies: any[];
  /** Calls that sent something, in their order. */
  readonly calls: string[];
  /** The moods of the next sending calls; then `well`. */
  readonly moods: Mood[];
  /** Called before each answer. */
  onCall: () => Promise<void>;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
};

/** Starts a {@link PushServer}. Repeated `request_id` and `cid` are recognised, as the vendors' documents promise. */
export async function startPushServer(): Promise<PushServer> {
  const seen = new Set<string>();
  let keys = 0;
  let generation = 1;
  const deliver = (id: string | undefined, tokens: readonly string[]) => {
    if (id !== undefined && seen.has(id)) return;
    if (id !== undefined) seen.add(id);
    for (const token of tokens)
      if (!made.dead.has(token)) made.got.set(token, (made.got.get(token) ?? 0) + 1);
  };
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-tt-logid': '2026112600' })
      .end(JSON.stringify(body));

  /** Answers the calls that send nothing; false for others. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendors' bodies have different shapes
  function prepares(path: string, body: any, response: ServerResponse): boolean {
    if (path.endsWith('/auth')) {
      // Getui, "鉴权API": the milliseconds of now with 13 digits, and a token of a day.
      const { sign, timestamp, appkey } = body;
      const right = createHash('sha256').update(`${appkey}${timestamp}secret`).digest('hex');
      const data = { token: `getui-${generation}`, expire_time: String(Date.now() + 86_400_000) };
      if (sign === right && /^\d{13}$/.test(timestamp))
        answer(response, 200, { code: 0, msg: 'success', data });
      else answer(response, 400, { code: 20_001, msg: 'sign is invalid' });
    } else if (path === '/v3/push/cid') {
      keys += 1;
      answer(response, 200, { cidlist: [`cid-${keys}`] });
    } else if (path === '/cgi-bin/stable_token') {
      answer(response, 200, { access_token: `wx-${generation}`, expires_in: 7_200 });
    } else if (path === '/oauth/client_token/') {
      // Douyin, "获取应用授权调用凭证".
      const data = { access_token: `dy-${generation}`, description: '', error_code: 0, expires_in: 7_200 };
      answer(response, 200, { data, message: 'success' });
    } else return false;
    return true;
  }

  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://local');
    // biome-ignore lint/suspicious/noExplicitAny: the vendors' bodies have different shapes
    const body: any = await readBody(request);
    if (prepares(path, body, response)) return;
    made.calls.push(path);
    await made.onCall();
    const mood = made.moods.shift() ?? 'well';
    if (mood === 'fault') return void answer(response, 500, {});
    if (mood === 'hangUp') return void request.socket.destroy();
    if (mood === 'busy') return void answer(response, 429, {});
    if (typeof mood === 'object') return void answer(response, mood.status, mood.body);
    if (mood === 'staleToken') generation += 1;
    const refuses = mood === 'refuses';
    if (path.endsWith('/single/batch/cid')) {
      if (request.headers.token !== `getui-${generation}`)
        return void answer(response, 401, { code: 10_001, msg: 'token is invalid' });
      if (refuses) return void answer(response, 400, { code: 20_001, msg: 'title is invalid' });
      // Getui, "返回码说明": a client that is unknown, or of another app.
      if (
        body.msg_list.some(({ audience }: { audience: { cid: [string] } }) => made.dead.has(audience.cid[0]))
      )
        return void answer(response, 400, { code: 20_001, msg: 'target user is invalid' });
      const data: Record<string, Record<string, string>> = {};
      for (const message of body.msg_list) {
        const { request_id, audience } = message;
        const [token] = audience.cid;
        made.bodies.push(message);
        deliver(request_id, [token]);
        // Getui, "推送API": the only three states.
        data[request_id] = { [token]: made.ignored.has(token) ? 'successed_ignore' : 'successed_online' };
      }
      if (mood === 'doneThenHangUp') return void request.socket.destroy();
      return void answer(response, 200, { code: 0, msg: 'success', data });
    }
    if (path === '/v3/push') {
      if (refuses) return void answer(response, 401, { error: { code: 1_004, message: 'auth' } });
      const tokens: string[] = body.audience.registration_id;
      if (tokens.every(token => made.dead.has(token)))
        return void answer(response, 400, { error: { code: 1_011, message: 'nobody' } });
      deliver(body.cid, tokens);
      if (mood === 'doneThenHangUp') return void request.socket.destroy();
      return void answer(response, 200, { sendno: '0', msg_id: '1' });
    }
    if (path === '/cgi-bin/message/subscribe/send') {
      if (searchParams.get('access_token') !== `wx-${generation}`)
        return void answer(response, 200, { errcode: 42_001 });
      if (refuses) return void answer(response, 200, { errcode: 40_037, errmsg: 'template rid: 65af-77' });
      if (made.dead.has(body.touser)) return void answer(response, 200, { errcode: 40_003 });
      deliver(undefined, [body.touser]);
      if (mood === 'doneThenHangUp') return void request.socket.destroy();
      return void answer(response, 200, { errcode: 0 });
    }
    // Douyin, "给用户发送订阅消息" (notify-user-v2).
    if (path === '/api/notification/v2/subscription/notify_user/') {
      const told = (err_no: number, err_msg = '') =>
        answer(response, 200, { err_no, err_msg, log_id: '202008121419360101980821035705926A' });
      if (request.headers['access-token'] !== `dy-${generation}`) return void told(28_001_008);
      if (refuses) return void told(28_001_007, 'msg_id');
      if (made.dead.has(body.open_id)) return void told(28_001_045);
      if (made.ignored.has(body.open_id)) return void told(28_014_043);
      made.bodies.push(body);
      deliver(undefined, [body.open_id]);
      if (mood === 'doneThenHangUp') return void request.socket.destroy();
      return void told(0);
    }
    answer(response, 404, {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const made: PushServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ got: new Map(), dead: new Set(), ignored: new Set(), bodies: [], calls: [], moods: [] },
    onCall: async () => {},
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  return made;
}
