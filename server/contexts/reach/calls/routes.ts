import type { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import { attemptsTaken, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { CallGateway } from '../../../platform/calls/types.ts';
import type { CallTokens } from '../../people/auth/call-token/tokens.ts';
import type { Feature, FeatureContext } from '../../shared/feature.ts';
import { connectionOf } from '../../shared/network.ts';
import { sendPicture } from '../../system/files/send.ts';
import { callOf, takeCallNotice } from './call-notice.ts';
import { placeCall } from './place-call.ts';
import { recordingFor } from './recordings.ts';
import { keysOf } from './seats.ts';

/** Most bytes of a notice: of one call, or of a batch of reports on texts. */
export const noticeBytes = { call: 32 * 1024, texts: 1024 * 1024 } as const;

/** Limit on notices that are not believed, from one address; after that they get no answers for a while. */
const disbelieved: RateLimit = { max: 60, windowMs: 600_000 };

/** The JSON of a body that was kept as sent; undefined if it is none. */
export function bodyJson(request: FastifyRequest): unknown {
  try {
    return Buffer.isBuffer(request.body) ? JSON.parse(request.body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps bodies as they were sent, up to `bodyLimit` bytes, for calls that vendors make in their own form. */
export function keepBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body);
}

/** Throws `tooManyRequests` for an address that has sent too much that was not believed. */
export async function assertBelievable(
  { engine: { db, clock } }: FeatureContext,
  key: string,
): Promise<void> {
  if ((await attemptsTaken(db, key, clock.now())) > disbelieved.max) throw failure('tooManyRequests');
}

/** Counts a push that was not believed against its sender, and logs it. */
export async function disbelieve(
  { engine: { db, clock }, logger }: FeatureContext,
  key: string,
  reason: string,
): Promise<void> {
  await takeAttempt(db, key, disbelieved, clock.now());
  logger.warn({ reason, key }, 'A push of a vendor was not believed');
}

/** Answers in a vendor's own form. */
export function answerVendor(reply: FastifyReply, status: number, json: string) {
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(json);
}

/** Telephone calls: placing, watching and hearing one, and the vendor's notice (domain M5). */
export function callsFeature(gateway: CallGateway | undefined, tokens: CallTokens): Feature {
  return (app, context) => {
    const { engine } = context;
    handle(app, reachCalls.call, async ({ actor, body }) => {
      if (body.callToken !== undefined) {
        const caller = await tokens.check(body.callToken);
        if (caller?.userId !== actor.userId) throw failure('callTokenInvalid');
      }
      return placeCall(engine, gateway, actor, body);
    });
    handle(app, reachCalls.state, async ({ actor, query: { callId } }) => {
      const found = await sql<
        Columns<
          typeof registry.callRecord,
          'callId' | 'callStatus' | 'callDuration' | 'recordFlag' | 'errorMsg'
        >
      >`select call_id, call_status, call_duration, record_flag, error_msg from t_call_record
        where call_id = ${callId} and user_id = ${actor.userId} and not deleted`.execute(engine.db);
      const [row] = found.rows;
      if (!row) throw failure('notFound');
      return row;
    });
    handle(app, reachCalls.record, async ({ actor, query: { callId }, request, reply }) =>
      sendPicture(engine, request, reply, await recordingFor(engine, actor, callId)),
    );
    void app.register(async scope => {
      keepBodies(scope, noticeBytes.call);
      handle(scope, reachCalls.notify, async ({ request, reply }) => {
        const key = `call-notify:${connectionOf(request.ip)}`;
        await assertBelievable(context, key);
        const json = bodyJson(request);
        const notice = gateway?.readNotice(json);
        const call = notice && (await callOf(engine.db, notice));
        const signed =
          call?.seatId != null && gateway?.isSigned(await keysOf(engine, call.seatId), json) === true;
        if (!notice || !signed) {
          await disbelieve(context, key, !notice ? 'form' : call ? 'signature' : 'unknown call');
          return answerVendor(reply, 401, '{"code":401}');
        }
        await takeCallNotice(engine, notice);
        return answerVendor(reply, 200, '{"code":0}');
      });
    });
  };
}
