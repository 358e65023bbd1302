import type { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { CallGateway } from '../../../platform/calls/types.ts';
import type { CallTokens } from '../../people/auth/call-token/tokens.ts';
import type { Feature } from '../../shared/feature.ts';
import { answerVendor, bodyJson, disbelieve, keepBodies } from '../../shared/vendor-notice.ts';
import { sendPicture } from '../../system/files/send.ts';
import { callOf, takeCallNotice } from './call-notice.ts';
import { placeCall } from './place-call.ts';
import { recordingFor } from './recordings.ts';
import { keysOf } from './seats.ts';

/** Most bytes of a notice: of one call, or of a batch of reports on texts. */
export const noticeBytes = { call: 32 * 1024, texts: 1024 * 1024 } as const;

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
        const json = bodyJson(request);
        const notice = gateway?.readNotice(json);
        const call = notice && (await callOf(engine.db, notice));
        const signed =
          call?.seatId != null &&
          gateway?.isSigned(await keysOf(engine, engine.db, call.seatId), json) === true;
        if (!notice || !signed) {
          const reason = !notice ? 'form' : call ? 'signature' : 'unknown call';
          await disbelieve(context, request, { of: 'call-notify', reason });
          return answerVendor(reply, 401, '{"code":401}');
        }
        await takeCallNotice(engine, notice);
        return answerVendor(reply, 200, '{"code":0}');
      });
    });
  };
}
