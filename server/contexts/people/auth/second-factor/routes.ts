import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { peopleCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { secondFactorCalls } from '@yikao/model/contexts/people/second-factor.calls.ts';
import { noteForAudit } from '../../../../engine/http/audit-note.ts';
import { handle } from '../../../../engine/http/handle.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import type { Feature } from '../../../shared/feature.ts';
import { callerOf, tokenOf } from '../request.ts';
import type { Sessions } from '../sessions.ts';
import { confirm, renewRecovery, resetOther, start, state, turnOff } from './own-factor.ts';
import { secondStep } from './second-step.ts';

/** The second factor: required at logins, turned on and off by its owner, reset by others (domain 2.A). */
export function secondFactorFeature(sessions: Sessions, secrets: Secrets): Feature {
  return (app, { engine }) => {
    const { db, clock } = engine;
    const parts = { db, clock, sessions, secrets };

    handle(app, loginCalls.secondStep, ({ request, body }) =>
      secondStep(parts, body, callerOf(request), ({ userId, userName }) =>
        noteForAudit(request, { userId, userName, what: '2FA' }),
      ),
    );
    handle(app, secondFactorCalls.state, ({ actor }) => state(db, actor));
    handle(app, secondFactorCalls.start, ({ actor }) => start(parts, actor));
    handle(app, secondFactorCalls.confirm, ({ actor, request, body }) =>
      confirm(parts, actor, tokenOf(request), body.code),
    );
    handle(app, secondFactorCalls.off, async ({ actor, body }) => {
      await turnOff(parts, actor, body);
      return undefined;
    });
    handle(app, secondFactorCalls.recovery, ({ actor, body }) => renewRecovery(parts, actor, body));
    handle(app, peopleCalls.resetSecondFactor, async ({ actor, body }) => {
      await resetOther(engine, actor, body.userId);
      return undefined;
    });
  };
}
