import { z } from 'zod';
import { SecretsError } from '../../platform/secrets.ts';
import type { Engine } from '../engine.ts';

type Sealing = Pick<Engine, 'secrets' | 'clock'>;

/** Tokens of one purpose: made of what they are about, and opened again until they run out. */
export interface SealedTokens<T extends object> {
  /** A token that opens for these milliseconds. Sealed, so that nobody can make or change one. */
  make(engine: Sealing, what: T, ms: number): string;
  /** The subject of a token; undefined if it has run out, or is none of ours. */
  open(engine: Sealing, token: string): T | undefined;
}

/** Milliseconds since 1970 at which a token runs out. */
const lasting = z.looseObject({ until: z.int() });

/**
 * Tokens with the content of `schema`, sealed for one purpose, so that no other sealed text of the product is one of
 * them.
 */
export function sealedTokens<T extends object>(purpose: string, schema: z.ZodType<T>): SealedTokens<T> {
  return {
    make({ secrets, clock }, what, ms) {
      const until = clock.now().getTime() + ms;
      return Buffer.from(secrets.seal(JSON.stringify({ ...what, until }), purpose)).toString('base64url');
    },
    open({ secrets, clock }, token) {
      let text: string;
      try {
        text = secrets.open(Buffer.from(token, 'base64url').toString(), purpose);
      } catch (error) {
        if (error instanceof SecretsError) return undefined;
        throw error;
      }
      const { until, ...what } = lasting.parse(JSON.parse(text));
      const subject = schema.parse(what);
      return until > clock.now().getTime() ? subject : undefined;
    },
  };
}
