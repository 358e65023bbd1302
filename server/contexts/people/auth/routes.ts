import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { sessionCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import { holdsKept } from '../../../engine/scope/access.ts';
import type { Feature } from '../../shared/feature.ts';
import { issueCaptcha } from './captcha/captcha.ts';
import { captchaPicture } from './captcha/picture.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { readMenu } from './menu.ts';
import { callerOf, tokenOf } from './request.ts';
import { endOwnSessions, kickOut, onlineSessions, ownSessions } from './session-list.ts';
import { readSessionUser } from './session-user.ts';
import type { Sessions } from './sessions.ts';

/** Login, logout, captcha, and the caller's own password, menu and profile (domain A3, A5). */
export function authFeature(sessions: Sessions): Feature {
  return (app, { engine, config }) => {
    const { db, clock } = engine;
    const parts = { db, clock, sessions, captcha: config.captcha };

    handle(app, loginCalls.captcha, async ({ reply, params }) => {
      if (!config.captcha) return reply.status(204).send();
      const text = await issueCaptcha(db, params.uuid, clock.now());
      return reply.type('image/png').send(captchaPicture(text));
    });
    handle(app, loginCalls.login, ({ request, body }) => login(parts, body, callerOf(request)));
    handle(app, loginCalls.logout, async ({ request }) => {
      await sessions.close(tokenOf(request));
      return undefined;
    });
    handle(app, loginCalls.changePassword, ({ actor, request, body }) =>
      changePassword(parts, actor, tokenOf(request), body),
    );
    handle(app, loginCalls.menu, ({ actor, query }) => readMenu(db, actor, query.userId));
    handle(app, loginCalls.current, async ({ actor, request }) => {
      const user = await readSessionUser(db, actor.userId);
      const mustEnrolSecondFactor = await sessions.mustEnrol(tokenOf(request));
      // An API token gets its own permissions.
      const perms = user.perms.filter(code => holdsKept(actor, code));
      return { ...user, perms, adminFlag: actor.admin ? user.adminFlag : 0, mustEnrolSecondFactor };
    });

    handle(app, sessionCalls.own, ({ actor, request }) =>
      ownSessions(db, actor, tokenOf(request), clock.now()),
    );
    handle(app, sessionCalls.end, async ({ actor, body }) => {
      await endOwnSessions(db, actor, body.ids);
      return undefined;
    });
    handle(app, sessionCalls.online, ({ actor, request, query, page }) =>
      onlineSessions(db, actor, tokenOf(request), clock.now(), { ...query, ...page }),
    );
    handle(app, sessionCalls.kickOut, async ({ actor, body }) => ({
      count: await kickOut(db, actor, body.ids),
    }));
  };
}
