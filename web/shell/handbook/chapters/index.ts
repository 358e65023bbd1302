import type { Chapter } from '../chapter.ts';
import { basics } from './basics.ts';
import { articles, crawler, display, push, tiktok } from './content.ts';
import { oneYear, preferences } from './data.ts';
import { publicPages } from './public-pages.ts';
import { codes, leads, orders, partners, reach } from './selling.ts';
import { abroad, courses, mockExams, papers } from './services.ts';
import { system } from './system.ts';

/** The handbook, in the order in which a newcomer would read it. */
export const chapters: readonly Chapter[] = [
  ...basics,
  oneYear,
  preferences,
  orders,
  courses,
  papers,
  abroad,
  articles,
  codes,
  reach,
  leads,
  display,
  partners,
  mockExams,
  crawler,
  push,
  tiktok,
  system,
  publicPages,
];
