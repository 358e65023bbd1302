import { z } from 'zod';
import { sealedTokens } from '../../../engine/http/sealed-token.ts';

const playback = z.object({
  videoId: z.int(),
  /** The lesson that is played: the right to it is asked again for list, key and file. */
  lessonId: z.int(),
  /** An account of the back-office, or a candidate whose app asked by its signature. */
  viewer: z.enum(['account', 'candidate']),
  userId: z.int(),
});

/** A playback: one video for one viewer. */
export type Playback = z.infer<typeof playback>;

/** Tokens that open a playback. */
export const playbackTokens = sealedTokens('course-playback', playback);
