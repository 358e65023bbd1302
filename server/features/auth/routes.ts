import { pageOf } from '@yikao/model/calls/envelope.ts';
import {
  changePasswordBody,
  loginBody,
  loginOutcome,
  passwordChanged,
  sessionUser,
} from '@yikao/model/calls/login.ts';
import { menuList } from '@yikao/model/calls/menu.ts';
import { endSessionsBody, sessionRow } from '@yikao/model/calls/people.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { z } from 'zod';
import { holdsKept } from '../../engine/access.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Feature } from '../feature.ts';
import { type RateLimit, takeAttempt } from '../rate-limit.ts';
import { issueCaptcha } from './captcha/captcha.ts';
import { captchaPicture } from './captcha/picture.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { menuQuery, readMenu } from './menu.ts';
import { callerOf, tokenOf } from './request.ts';
import { endOwnSessions, kickOut, onlineQuery, onlineSessions, ownSessions } from './session-list.ts';
import { readSessionUser } from './session-user.ts';
import type { Sessions } from './sessions.ts';

/** Captchas one address may ask for: a person clicks for a clearer one now and then. */
const captchasPerAddress: RateLimit = { max: 300, windowMs: 5 * 60 * 1000 };

const captchaParams = z.object({ uuid: z.string().regex(/^[\w-]{1,64}$/) });

/** What the document of the calls says of these. */
const docs = {
  captcha: {
    summary: label(
      '验证码图片，五分钟内一次有效；无需验证码时为 204',
      'Captcha image, good once within five minutes; 204 where none is asked for',
    ),
    tag: 'auth',
  },
  login: { summary: label('登录', 'Log in'), tag: 'auth', body: loginBody, data: loginOutcome },
  logout: { summary: label('退出登录', 'Log out'), tag: 'auth' },
  changePassword: {
    summary: label('修改本人密码', "Change one's own password"),
    tag: 'auth',
    body: changePasswordBody,
    data: passwordChanged,
  },
  menu: {
    summary: label('菜单', 'Menu'),
    tag: 'auth',
    query: menuQuery,
    data: menuList,
  },
  sessions: {
    summary: label('本人的登录', "One's own logins"),
    tag: 'auth',
    data: z.array(sessionRow),
  },
  endSessions: {
    summary: label('结束本人的登录', "End logins of one's own"),
    tag: 'auth',
    body: endSessionsBody,
  },
  online: {
    summary: label('在线用户', 'Who is online'),
    tag: 'auth',
    permission: 'sys:online:list',
    query: onlineQuery,
    data: pageOf(sessionRow),
  },
  kickOut: {
    summary: label('强制下线', 'Kick out'),
    tag: 'auth',
    permission: 'sys:online:kick',
    body: endSessionsBody,
    data: z.object({ count: z.int() }),
  },
  current: { summary: label('当前用户', 'The person logged in'), tag: 'auth', data: sessionUser },
} as const satisfies Record<string, CallDoc>;

/** Login, logout, captcha, one's own password, menu and person (domain A3, A5). */
export function authFeature(sessions: Sessions): Feature {
  return (app, { engine, config }) => {
    const { db, clock } = engine;
    const parts = { db, clock, sessions, captcha: config.captcha };

    app.get(
      '/api/admin/patchca/:uuid',
      { config: { public: true, doc: docs.captcha }, compress: false },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!config.captcha) return reply.status(204).send();
        const { uuid } = captchaParams.parse(request.params);
        const now = clock.now();
        const attempt = await takeAttempt(db, `captcha-address:${request.ip}`, captchasPerAddress, now);
        if (!attempt.allowed) throw failure('tooManyRequests');
        const text = await issueCaptcha(db, uuid, now);
        return reply.type('image/png').send(captchaPicture(text));
      },
    );

    app.post('/api/admin/login', { config: { public: true, doc: docs.login } }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return answer(request, await login(parts, request.body, callerOf(request)));
    });

    for (const path of ['/logout', '/api/admin/logout']) {
      // Public, because whoever is logged out already is where they want to be.
      app.post(path, { config: { public: true, doc: docs.logout } }, async request => {
        await sessions.close(tokenOf(request));
        return answer(request, null);
      });
    }

    app.post(
      '/api/admin/resetPwd',
      {
        config: {
          sessionOnly: true,
          beforePasswordChange: true,
          beforeEnrolment: true,
          doc: docs.changePassword,
        },
      },
      async request => {
        const changed = await changePassword(parts, actorOf(request), tokenOf(request), request.body);
        return answer(request, changed, 'modified');
      },
    );

    app.get('/api/admin/menuList', { config: { doc: docs.menu } }, async request =>
      answer(request, await readMenu(db, actorOf(request), request.query)),
    );

    app.get(
      '/api/admin/user/current',
      { config: { beforePasswordChange: true, beforeEnrolment: true, doc: docs.current } },
      async request => {
        const actor = actorOf(request);
        const user = await readSessionUser(db, actor.userId);
        const mustEnrolSecondFactor = await sessions.mustEnrol(tokenOf(request));
        // A token of a script is told what the token may do.
        const perms = user.perms.filter(code => holdsKept(actor, code));
        return answer(request, {
          ...user,
          perms,
          adminFlag: actor.admin ? user.adminFlag : 0,
          mustEnrolSecondFactor,
        });
      },
    );

    app.get('/api/admin/session', { config: { sessionOnly: true, doc: docs.sessions } }, async request =>
      answer(request, await ownSessions(db, actorOf(request), tokenOf(request), clock.now())),
    );

    app.delete(
      '/api/admin/session',
      { config: { sessionOnly: true, doc: docs.endSessions } },
      async request => {
        await endOwnSessions(db, actorOf(request), endSessionsBody.parse(request.body ?? {}).ids);
        return answer(request, null);
      },
    );

    app.get('/api/admin/online', { config: { doc: docs.online } }, async request =>
      answer(
        request,
        await onlineSessions(db, actorOf(request), tokenOf(request), clock.now(), request.query),
      ),
    );

    app.delete('/api/admin/online', { config: { sessionOnly: true, doc: docs.kickOut } }, async request => {
      const { ids } = endSessionsBody.parse(request.body ?? {});
      return answer(request, { count: await kickOut(db, actorOf(request), ids) });
    });
  };
}
