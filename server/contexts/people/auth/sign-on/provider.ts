import { failure } from '@yikao/model/errors.ts';
import * as oidc from 'openid-client';
import type { SignOnProvider } from '../../../../platform/sign-on-config.ts';

/** The claims of a provider about a person, as far as they are used. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly userName: string | undefined;
  readonly name: string | undefined;
}

/** The values that one sign-on is bound to. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A client of one identity provider; see {@link createProviderClient}. */
export interface ProviderClient {
  readonly provider: SignOnProvider;
  /** Where the browser is sent. Throws `signOnUnavailable`. */
  address(binding: Binding): Promise<URL>;
  /** Identifies the person of the returning query. Throws `signOnFailed` and `signOnUnavailable`. */
  claims(query: URLSearchParams, binding: Binding): Promise<Claims>;
}

/** Seconds to wait for a provider, while a person is waiting. */
const timeoutSeconds = 10;
/** Milliseconds before a provider's addresses and keys are fetched again. */
const knownMs = 60 * 60 * 1000;

/** Errors that mean the provider was unreachable, as opposed to its answers. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'OAUTH_TIMEOUT']);

function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && unreachable.has(code)) return true;
    if (at.name === 'TimeoutError') return true;
  }
  return false;
}

function authentication({ clientAuth, clientSecret }: SignOnProvider): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None();
  return clientAuth === 'post' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * A relying party of OpenID Connect: authorization code with PKCE, state and nonce; ID tokens must be signed by the
 * provider's published keys. The provider's metadata is fetched at the first sign-on and cached for an hour.
 */
export function createProviderClient(provider: SignOnProvider, publicUrl: string): ProviderClient {
  const redirectUri = `${publicUrl}/api/admin/signOn/${provider.key}/callback`;
  let known: { readonly until: number; readonly configuration: Promise<oidc.Configuration> } | undefined;

  async function configuration(): Promise<oidc.Configuration> {
    const now = performance.now();
    if (!known || known.until < now) {
      const issuer = new URL(provider.issuer);
      const discovered = oidc.discovery(issuer, provider.clientId, undefined, authentication(provider), {
        timeout: timeoutSeconds,
        execute: [
          // The signature of an ID token is verified although it comes directly from the provider: a proxy in between
          // may intercept TLS.
          oidc.enableNonRepudiationChecks,
          // Only an issuer on this machine may go without TLS; the configuration accepts no other.
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      });
      known = { until: now + knownMs, configuration: discovered };
      discovered.catch(() => {
        known = undefined;
      });
    }
    return known.configuration.catch(cause => {
      throw failure('signOnUnavailable', { cause });
    });
  }

  return {
    provider,
    async address({ state, nonce, verifier }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scope,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    async claims(query, { state, nonce, verifier }) {
      const settings = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(settings, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const told = tokens.claims();
        if (!told) throw new Error('The provider sent no ID token');
        const more =
          told.email === undefined && settings.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(settings, tokens.access_token, told.sub)
            : {};
        const all: Record<string, unknown> = { ...more, ...told };
        return {
          issuer: told.iss,
          subject: told.sub,
          email: textOf(all.email),
          emailVerified: all.email_verified === true,
          userName: textOf(all.preferred_username),
          name: textOf(all.name),
        };
      } catch (cause) {
        throw failure(isUnreachable(cause) ? 'signOnUnavailable' : 'signOnFailed', { cause });
      }
    },
  };
}
