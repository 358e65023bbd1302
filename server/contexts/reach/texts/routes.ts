import { timingSafeEqual } from 'node:crypto';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { sendTextsByFile } from '@yikao/model/contexts/reach/reach.jobs.ts';
import { handle } from '../../../engine/http/handle.ts';
import { startFileJob } from '../../../engine/jobs/feature/start-feature-job.ts';
import type { SmsGateway } from '../../../platform/sms/types.ts';
import type { Feature } from '../../shared/feature.ts';
import { answerVendor, bodyJson, disbelieve, keepBodies } from '../../shared/vendor-notice.ts';
import { noticeBytes } from '../calls/routes.ts';
import { budgetsFor } from './budget.ts';
import { checkTemplate } from './check-template.ts';
import { readyTemplate } from './compose.ts';
import { previewTexts, sendTexts } from './send-texts.ts';
import { takeTextNotices } from './text-notices.ts';

/** Compares two tokens in a time that tells nothing of them. */
function sameToken(given: string, expected: string | undefined): boolean {
  if (expected === undefined || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Text messages: their price, sending, reports and replies (domain M6, M7). */
export function textsFeature(gateway: SmsGateway): Feature {
  return (app, context) => {
    const { engine, logger } = context;
    handle(app, reachCalls.preview, ({ actor, body }) => previewTexts(engine, actor, body));
    handle(app, reachCalls.send, ({ actor, body }) => sendTexts(engine, logger, actor, body));
    handle(app, reachCalls.sendFile, async ({ actor, body: { tableId: _, type: __, ...params } }) => {
      await readyTemplate(engine.db, params.templateId);
      return startFileJob(engine, sendTextsByFile, actor, params);
    });
    handle(app, reachCalls.budget, async ({ actor }) => ({
      ...(await budgetsFor(engine.db, actor.userId, engine.clock.now())),
      gateway: gateway.name,
    }));
    handle(app, reachCalls.checkTemplate, ({ actor, body }) =>
      checkTemplate(engine, gateway, actor, body.templateId),
    );
    void app.register(async scope => {
      keepBodies(scope, noticeBytes.texts);
      handle(scope, reachCalls.textNotify, async ({ request, reply, query: { token } }) => {
        const signed = sameToken(token, gateway.notifyToken);
        const notices = signed ? gateway.readNotices(bodyJson(request)) : undefined;
        if (!notices) {
          await disbelieve(context, request, { of: 'text-notify', reason: signed ? 'form' : 'token' });
          return answerVendor(reply, 401, gateway.answerNotice(false));
        }
        const taken = await takeTextNotices(engine, gateway, notices);
        // Vendors read the status: after 200 they send nothing again, whatever the answer says.
        return answerVendor(reply, taken ? 200 : 503, gateway.answerNotice(taken));
      });
    });
  };
}
