import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { SecretsError } from '../../../platform/secrets.ts';

const told = z.object({
  videoId: z.int(),
  /** An account of the back-office, or a candidate whose app asked by its signature. */
  viewer: z.enum(['account', 'candidate']),
  userId: z.int(),
  /** Milliseconds since 1970. */
  until: z.int(),
});

/** A playback: one video for one viewer. */
export type Playback = Omit<z.infer<typeof told>, 'until'>;

/** Sealed for this purpose, so that no other sealed text of the product is a token. */
const owner = 'course-playback';

/** A token for a playback. Sealed, so that nobody can make or change one. */
export function playbackToken({ secrets, clock }: Pick<Engine, 'secrets' | 'clock'>, what: Playback): string {
  const until = clock.now().getTime() + limits.playbackMs;
  return Buffer.from(secrets.seal(JSON.stringify({ ...what, until }), owner)).toString('base64url');
}

/** The playback of a token; undefined if it is over, or none of ours. */
export function openPlaybackToken(
  { secrets, clock }: Pick<Engine, 'secrets' | 'clock'>,
  token: string,
): Playback | undefined {
  let text: string;
  try {
    text = secrets.open(Buffer.from(token, 'base64url').toString(), owner);
  } catch (error) {
    if (error instanceof SecretsError) return undefined;
    throw error;
  }
  const { until, ...what } = told.parse(JSON.parse(text));
  return until > clock.now().getTime() ? what : undefined;
}
