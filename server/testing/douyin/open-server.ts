import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that speaks as the open platform of Douyin does. */
export interface OpenServer {
  readonly url: string;
  readonly app: { readonly key: string; readonly secret: string };
  /** Numbers of ours by those of the platform; the same of ours is one submission. */
  readonly submitted: Map<string, string>;
  /** Platform's state of each submission: 1 waiting, 2 approved, 3 rejected, 4 mounted. */
  readonly states: Map<string, { status: number; reason?: string }>;
  /** Submissions that were taken away. */
  readonly ended: string[];
  /** Errors of the next calls by their path. */
  readonly errors: Map<string, number[]>;
  /** Paths that answer 500 from now on. */
  readonly down: Set<string>;
  /** Seconds for which refresh tokens are valid from now on. */
  refreshSeconds: number;
  /** Refresh tokens that were extended. */
  readonly extended: string[];
  /** A notice as the platform would send it ("Webhooks 概述"). */
  notice(
    event: string,
    content: object | string,
    msgId: string,
  ): { body: string; headers: Record<string, string> };
  close(): Promise<void>;
}

/** Starts an {@link OpenServer}. */
export async function startOpenServer(): Promise<OpenServer> {
  const app = { key: 'awkey', secret: 'the secret of our application' };
  let grants = 0;
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const grant = (openId: string) => {
    grants += 1;
    return {
      ...{
        open_id: openId,
        access_token: `act.${grants}`,
        refresh_token: `rft.${openId}`,
        scope: 'user_info',
      },
      // "刷新 access_token": the example has the seconds as texts.
      ...{ expires_in: String(15 * 86_400), refresh_expires_in: String(made.refreshSeconds), error_code: 0 },
    };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '';
    const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const body: Record<string, string> = form
      ? Object.fromEntries(new URLSearchParams(text))
      : text === ''
        ? {}
        : JSON.parse(text);
    if (made.down.has(path)) return void answer(response, 500, {});
    const error = made.errors.get(path)?.shift();
    if (error !== undefined)
      return void answer(response, 200, { err_no: error, err_msg: 'refused', data: null });
    const data = (value: object) => answer(response, 200, { err_no: 0, data: value });
    const id = body.id ?? '';
    switch (path) {
      case '/oauth/access_token/':
        return void (body.client_secret === app.secret && body.code?.startsWith('good')
          ? data(grant(`open-${body.code}`))
          : answer(response, 200, { data: { error_code: 10_007, description: 'code' } }));
      case '/oauth/refresh_token/':
        return void data(grant(body.refresh_token?.replace(/^rft\.|\++$/g, '') ?? ''));
      case '/oauth/renew_refresh_token/': {
        // "刷新 refresh_token".
        const old = body.refresh_token ?? '';
        made.extended.push(old);
        const given = { refresh_token: `${old}+`, expires_in: '2592000', error_code: 0, description: '' };
        return void answer(response, 200, { data: given, message: 'success' });
      }
      case '/oauth/client_token/':
        if (form || body.client_secret !== app.secret)
          return void answer(response, 200, { data: { error_code: 10_013, description: 'client_secret' } });
        return void data({ access_token: 'clt.1', expires_in: 7_200, error_code: 0 });
      case '/oauth/userinfo/':
        return void data({ nickname: '艺考课堂', avatar: '', unique_id: 'yikao', error_code: 0 });
      case '/api/apps/v1/course/submit':
      case '/api/apps/v1/video_mount/submit': {
        const outId = body.out_id ?? '';
        const known = [...made.submitted].find(([, out]) => out === outId)?.[0];
        const platformId = known ?? `p${made.submitted.size + 1}`;
        made.submitted.set(platformId, outId);
        if (!known) made.states.set(platformId, { status: 1 });
        return void data({ id: platformId });
      }
      case '/api/apps/v1/course/query':
      case '/api/apps/v1/video_mount/query':
        return void data({ ...made.states.get(id), view_num: 40, click_num: 6, deal_num: 1 });
      case '/api/apps/v1/video_mount/unbind':
        made.ended.push(id);
        return void data({});
      default:
        answer(response, 404, {});
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const made: OpenServer = {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, app },
    ...{ submitted: new Map(), states: new Map(), ended: [], errors: new Map(), down: new Set() },
    ...{ extended: [], refreshSeconds: 30 * 86_400 },
    notice(event, content, msgId) {
      const body = JSON.stringify({
        event,
        client_key: app.key,
        content: typeof content === 'string' ? content : JSON.stringify(content),
        log_id: '202210101930530102281180650970B5AF',
      });
      const sign = createHash('sha1').update(app.secret).update(body).digest('hex');
      return {
        body,
        headers: { 'x-douyin-signature': sign, 'msg-id': msgId, 'content-type': 'application/json' },
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  return made;
}
