// The smaller build, which has all that our lists use; the package gives types for the whole one alone.
// @ts-expect-error it has no types of its own

import type Whole from 'hls.js';
import light from 'hls.js/light';

/** The player of segmented videos, for browsers that play none by themselves. */
export const Hls: typeof Whole = light;
