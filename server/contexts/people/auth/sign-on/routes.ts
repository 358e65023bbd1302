import { signOnCalls } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { ownPath } from '@yikao/model/rules/own-path.ts';
import type { FastifyReply } from 'fastify';
import { noteForAudit } from '../../../../engine/http/audit-note.ts';
import { handle } from '../../../../engine/http/handle.ts';
import type { Feature } from '../../../shared/feature.ts';
import { callerOf } from '../request.ts';
import type { Sessions } from '../sessions.ts';
import { browserOf, forgetBrowser, keepBrowser } from './cookie.ts';
import { comeBack, type SignOnParts, setOut, takeOver } from './flow.ts';
import { ownIdentities, shownProviders, unlink } from './identities.ts';
import { createProviderClient } from './provider.ts';
import type { Purpose } from './requests.ts';

/** Single sign-on by OpenID Connect, with the providers of the configuration (domain 2.A). */
export function signOnFeature(sessions: Sessions): Feature {
  return (app, { engine, config, logger }) => {
    const { db, clock } = engine;
    const { publicUrl = '', signOn } = config;
    const secure = publicUrl.startsWith('https:');
    const clients = new Map(signOn.map(one => [one.key, createProviderClient(one, publicUrl)]));
    const parts: SignOnParts = { engine, db, clock, sessions, clients, logger };

    /** Redirects a browser to the provider and sets its identifying value. */
    async function depart(reply: FastifyReply, key: string, purpose: Purpose): Promise<string> {
      const { url, browser } = await setOut(parts, key, purpose);
      keepBrowser(reply, browser, secure);
      return url;
    }

    handle(app, signOnCalls.providers, async () => shownProviders(signOn));
    handle(app, signOnCalls.start, ({ reply, params, query: { back, remember } }) =>
      depart(reply, params.provider, {
        back: ownPath(back) ?? '',
        remember: remember === '1',
        linkUserId: null,
      }),
    );
    handle(app, signOnCalls.callback, ({ request, params }) => {
      const query = new URL(request.url, 'http://here.invalid').searchParams;
      return comeBack(parts, params.provider, query, browserOf(request));
    });
    handle(app, signOnCalls.finish, ({ request, reply }) => {
      forgetBrowser(reply, secure);
      return takeOver(parts, browserOf(request), callerOf(request), note => noteForAudit(request, note));
    });
    handle(app, signOnCalls.link, async ({ actor, reply, body }) => ({
      url: await depart(reply, body.provider, { back: '', remember: false, linkUserId: actor.userId }),
    }));
    handle(app, signOnCalls.identities, ({ actor }) => ownIdentities(db, signOn, actor));
    handle(app, signOnCalls.unlink, async ({ actor, body }) => ({
      count: await unlink(db, actor, body.ids),
    }));
  };
}
