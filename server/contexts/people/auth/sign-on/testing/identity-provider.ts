import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { client } from './identity-client.ts';

/** The provider's claims about a person. */
export interface Identity {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly name?: string;
}

/** A real OpenID Connect provider on this machine; see {@link startIdentityProvider}. */
export interface IdentityProvider {
  readonly issuer: string;
  /** People by their subject; may be changed while it runs. */
  readonly people: Map<string, Identity>;
  /** Simulates an attacker between provider and product who changes the answer for a code; `undefined` stops it. */
  intercept(change: ((idToken: string) => string) | undefined): void;
  stop(): Promise<void>;
}

/** Starts a provider that requires PKCE and has one client, with these `redirectUris`; on a free port by default. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
  port = 0,
): Promise<IdentityProvider> {
  const server: Server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const people = new Map<string, Identity>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    cookies: { keys: ['only-for-tests'] },
    findAccount: async (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  let change: ((idToken: string) => string) | undefined;
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: unknown } | undefined;
    if (change && typeof body?.id_token === 'string') {
      context.body = { ...body, id_token: change(body.id_token) };
    }
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    intercept(next) {
      change = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Cookies as a browser keeps them, by host. */
export class CookieJar {
  private readonly kept = new Map<string, Map<string, string>>();

  /** The header for a request to an origin. */
  header(origin: string): string {
    return [...(this.kept.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Stores the cookies of an answer. */
  take(origin: string, headers: readonly string[]): void {
    const own = this.kept.get(origin) ?? new Map<string, string>();
    this.kept.set(origin, own);
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';').map(part => part.trim());
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const gone = attributes.some(one => /^max-age=0$/i.test(one) || /^expires=Thu, 01 Jan 1970/i.test(one));
      if (gone) own.delete(name);
      else own.set(name, value);
    }
  }
}

/**
 * Goes through the provider's own pages as a person would in a browser: logs in as `subject`, consents, and returns the
 * address of the provider's redirect.
 */
export async function signInAt(jar: CookieJar, start: string, subject: string): Promise<string> {
  const home = new URL(start).origin;
  let next = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: jar.header(home) },
      ...(form && { body: form }),
    });
    jar.take(home, response.headers.getSetCookie());
    const location = response.headers.get('location');
    const page = await response.text();
    form = undefined;
    if (location !== null) {
      next = new URL(location, next).href;
      if (new URL(next).origin !== home) return next;
    } else if (page.includes('name="login"')) {
      form = new URLSearchParams({ prompt: 'login', login: subject, password: 'any' });
    } else if (page.includes('value="consent"')) {
      form = new URLSearchParams({ prompt: 'consent' });
    } else {
      throw new Error(`The provider answers ${response.status}: ${page.slice(0, 300)}`);
    }
  }
  throw new Error('The provider leads in circles');
}
