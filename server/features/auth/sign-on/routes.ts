import { loginOutcome } from '@yikao/model/calls/login.ts';
import {
  identities,
  linkAnswer,
  linkBody,
  linked,
  signOnProviders,
  signOnQuery,
  unlinkBody,
} from '@yikao/model/calls/sign-on.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { ownPath } from '@yikao/model/rules/own-path.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../../../engine/http/actor.ts';
import { answer } from '../../../engine/http/answer.ts';
import { noteForAudit } from '../../../engine/http/audit-note.ts';
import type { CallDoc } from '../../../engine/http/doc.ts';
import { readBody } from '../../body.ts';
import type { Feature } from '../../feature.ts';
import { type RateLimit, takeAttempt } from '../../rate-limit.ts';
import { callerOf } from '../request.ts';
import type { Sessions } from '../sessions.ts';
import { browserOf, forgetBrowser, keepBrowser } from './cookie.ts';
import { comeBack, type SignOnParts, setOut, takeOver } from './flow.ts';
import { ownIdentities, shownProviders, unlink } from './identities.ts';
import { createProviderClient } from './provider.ts';
import type { Purpose } from './requests.ts';

/** Sign-ons that one address may begin and end; an office behind one address still gets in. */
const perAddress: RateLimit = { max: 300, windowMs: 15 * 60 * 1000 };

const docs = {
  providers: {
    summary: label('单点登录的身份提供方', 'Providers of single sign-on'),
    tag: 'auth',
    data: signOnProviders,
  },
  start: {
    summary: label('前往身份提供方（浏览器跳转）', 'Go to the provider, by a redirect of the browser'),
    tag: 'auth',
    query: signOnQuery,
  },
  callback: {
    summary: label('身份提供方返回的地址', 'Where the provider sends the browser back to'),
    tag: 'auth',
  },
  finish: {
    summary: label('完成单点登录或关联', 'Finish a single sign-on, or a link'),
    tag: 'auth',
    data: z.union([loginOutcome, linked]),
  },
  link: {
    summary: label('关联身份到本人账号', "Link an identity to one's own account"),
    tag: 'auth',
    body: linkBody,
    data: linkAnswer,
  },
  identities: {
    summary: label('本人关联的身份', "Identities linked to one's own account"),
    tag: 'auth',
    data: identities,
  },
  unlink: {
    summary: label('解除本人的关联', "Unlink identities of one's own"),
    tag: 'auth',
    body: unlinkBody,
    data: z.object({ count: z.int() }),
  },
} as const satisfies Record<string, CallDoc>;

/** Single sign-on by OpenID Connect, with the providers of the configuration (domain 2.A). */
export function signOnFeature(sessions: Sessions): Feature {
  return (app, { engine, config, logger }) => {
    const { db, clock } = engine;
    const { publicUrl = '', signOn } = config;
    const secure = publicUrl.startsWith('https:');
    const clients = new Map(signOn.map(one => [one.key, createProviderClient(one, publicUrl)]));
    const parts: SignOnParts = { engine, db, clock, sessions, clients, logger };

    async function limit(request: FastifyRequest): Promise<void> {
      const attempt = await takeAttempt(db, `sign-on-address:${request.ip}`, perAddress, clock.now());
      if (!attempt.allowed) throw failure('tooManyRequests');
    }

    /** Sends a browser on its way: gives the address, and the browser the value it is known by. */
    async function depart(reply: FastifyReply, key: string, purpose: Purpose): Promise<string> {
      const { url, browser } = await setOut(parts, key, purpose);
      keepBrowser(reply, browser, secure);
      return url;
    }

    app.get('/api/admin/signOn/providers', { config: { public: true, doc: docs.providers } }, async request =>
      answer(request, shownProviders(signOn)),
    );

    app.get<{ Params: { provider: string } }>(
      '/api/admin/signOn/:provider/start',
      { config: { public: true, doc: docs.start } },
      async (request, reply) => {
        await limit(request);
        const { back, remember } = signOnQuery.parse(request.query);
        const purpose = { back: ownPath(back) ?? '', remember: remember === '1', linkUserId: null };
        return reply.redirect(await depart(reply, request.params.provider, purpose));
      },
    );

    app.get<{ Params: { provider: string } }>(
      '/api/admin/signOn/:provider/callback',
      { config: { public: true, doc: docs.callback } },
      async (request, reply) => {
        await limit(request);
        const query = new URL(request.url, 'http://here.invalid').searchParams;
        return reply.redirect(await comeBack(parts, request.params.provider, query, browserOf(request)));
      },
    );

    app.post(
      '/api/admin/signOn/finish',
      { config: { public: true, doc: docs.finish } },
      async (request, reply) => {
        await limit(request);
        forgetBrowser(reply, secure);
        return answer(
          request,
          await takeOver(parts, browserOf(request), callerOf(request), note => noteForAudit(request, note)),
        );
      },
    );

    app.post(
      '/api/admin/signOn/link',
      { config: { sessionOnly: true, doc: docs.link } },
      async (request, reply) => {
        await limit(request);
        const { provider } = readBody(linkBody, request.body, {});
        const purpose = { back: '', remember: false, linkUserId: actorOf(request).userId };
        return answer(request, { url: await depart(reply, provider, purpose) });
      },
    );

    app.get(
      '/api/admin/signOn/identity',
      { config: { sessionOnly: true, doc: docs.identities } },
      async request => answer(request, await ownIdentities(db, signOn, actorOf(request))),
    );

    app.delete(
      '/api/admin/signOn/identity',
      { config: { sessionOnly: true, doc: docs.unlink } },
      async request => answer(request, { count: await unlink(db, actorOf(request), request.body) }),
    );
  };
}
