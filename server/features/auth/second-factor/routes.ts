import { loginAnswer, secondStepBody } from '@yikao/model/calls/login.ts';
import {
  confirmBody,
  proofBody,
  recoveryCodes,
  secondFactorResetBody,
  secondFactorResetCode,
  secondFactorSecret,
  secondFactorState,
} from '@yikao/model/calls/second-factor.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { actorOf } from '../../../engine/http/actor.ts';
import { answer } from '../../../engine/http/answer.ts';
import { noteForAudit } from '../../../engine/http/audit-note.ts';
import type { CallDoc } from '../../../engine/http/doc.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Feature } from '../../feature.ts';
import { callerOf, tokenOf } from '../request.ts';
import type { Sessions } from '../sessions.ts';
import { confirm, renewRecovery, resetOther, start, state, turnOff } from './own-factor.ts';
import { secondStep } from './second-step.ts';

const docs = {
  secondStep: {
    summary: label(
      '登录第二步：验证器或恢复码',
      'Second step of a login: a code of the app or a recovery code',
    ),
    tag: 'auth',
    body: secondStepBody,
    data: loginAnswer,
  },
  state: {
    summary: label('本人的两步验证', "One's own two-step login"),
    tag: 'auth',
    data: secondFactorState,
  },
  start: {
    summary: label('开始启用两步验证：取得密钥', 'Begin to turn two-step login on: a secret'),
    tag: 'auth',
    data: secondFactorSecret,
  },
  confirm: {
    summary: label(
      '确认启用两步验证，返回恢复码，本人的其他登录随即结束',
      "Turn two-step login on with a code; answers recovery codes and ends one's other logins",
    ),
    tag: 'auth',
    body: confirmBody,
    data: recoveryCodes,
  },
  off: {
    summary: label('关闭两步验证，须密码和验证码', 'Turn two-step login off, with the password and a code'),
    tag: 'auth',
    body: proofBody,
  },
  recovery: {
    summary: label('重新生成恢复码，原有的作废', 'New recovery codes in place of the old'),
    tag: 'auth',
    body: proofBody,
    data: recoveryCodes,
  },
  reset: {
    summary: label('重置他人的两步验证', "Take somebody else's two-step login away"),
    tag: 'auth',
    permission: secondFactorResetCode,
    body: secondFactorResetBody,
  },
} as const satisfies Record<string, CallDoc>;

/** The second factor: asked for at a login, turned on and off by oneself, reset by others (domain 2.A). */
export function secondFactorFeature(sessions: Sessions, secrets: Secrets): Feature {
  return (app, { engine }) => {
    const { db, clock } = engine;
    const parts = { db, clock, sessions, secrets };
    const own = { sessionOnly: true, beforeEnrolment: true } as const;

    app.post(
      '/api/admin/login/secondFactor',
      { config: { public: true, doc: docs.secondStep } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const recognise = ({ userId, userName }: { userId: number; userName: string }) =>
          noteForAudit(request, { userId, userName, what: '2FA' });
        return answer(request, await secondStep(parts, request.body, callerOf(request), recognise));
      },
    );

    app.get('/api/admin/secondFactor', { config: { ...own, doc: docs.state } }, async request =>
      answer(request, await state(db, actorOf(request))),
    );

    app.post('/api/admin/secondFactor/start', { config: { ...own, doc: docs.start } }, async request =>
      answer(request, await start(parts, actorOf(request))),
    );

    app.post('/api/admin/secondFactor/confirm', { config: { ...own, doc: docs.confirm } }, async request =>
      answer(request, await confirm(parts, actorOf(request), tokenOf(request), request.body)),
    );

    app.post(
      '/api/admin/secondFactor/off',
      { config: { sessionOnly: true, doc: docs.off } },
      async request => {
        await turnOff(parts, actorOf(request), request.body);
        return answer(request, null);
      },
    );

    app.post(
      '/api/admin/secondFactor/recovery',
      { config: { sessionOnly: true, doc: docs.recovery } },
      async request => answer(request, await renewRecovery(parts, actorOf(request), request.body)),
    );

    app.post(
      '/api/admin/user/secondFactor/reset',
      { config: { sessionOnly: true, doc: docs.reset } },
      async request => {
        await resetOther(engine, actorOf(request), request.body);
        return answer(request, null);
      },
    );
  };
}
