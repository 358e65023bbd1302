import type { Chapter } from '../chapter.ts';
import { basics } from './basics.ts';
import { publicPages } from './public-pages.ts';
import { work } from './work.ts';

/** The handbook, in the order in which a newcomer would read it. */
export const chapters: readonly Chapter[] = [...basics, ...work, publicPages];
