import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { crawlerTask } from './crawler-task.ts';

const selector = z.string().trim().max(limits.title).nullish();

/** The way a title, a date or a text was found: by its selector, otherwise, or not at all. */
const found = z.enum(['selector', 'otherwise', 'nothing']);

/** A page that the trial has read; `problem` says why it could not be, in the person's language. */
const triedPage = z.object({
  url: z.string(),
  title: z.string(),
  titleBy: found,
  publishDate: z.string().nullable(),
  dateBy: found,
  textLength: z.int(),
  contentBy: found,
  /** The beginning of the text. */
  excerpt: z.string(),
  /** Address of the first picture. */
  picture: z.string().nullable(),
  problem: z.string().nullable(),
});

/** See {@link triedPage}. */
export type TriedPage = z.infer<typeof triedPage>;

/** The findings of a trial of a task. */
const trial = z.object({
  kind: z.enum(['list', 'feed']),
  /** Items of the first page, and those left by the keywords. */
  items: z.int(),
  wanted: z.int(),
  nextUrl: z.string().nullable(),
  pages: z.array(triedPage),
  /** The problems, each with the field that is to be mended. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});

/** See {@link trial}. */
export type Trial = z.infer<typeof trial>;

/** Calls of the crawler beside those of the datasets (domain L3, section 10). */
export const crawlerCalls = {
  /** Reads the list and its first three items and keeps nothing. */
  try: call(`POST ${crawlerTask.path}/try`, {
    of: crawlerTask,
    label: label('试抓前三条', 'Try a task on its first three items'),
    may: 'base:crawler:add',
    reads: true,
    // It calls another site, so that the log keeps it.
    audit: 'call',
    body: z.object({
      startUrl: z.string().trim().min(1).max(limits.path),
      listSelector: selector,
      titleSelector: selector,
      contentSelector: selector,
      dateSelector: selector,
      nextPage: z.string().trim().max(limits.path).nullish(),
      keywords: selector,
    }),
    data: trial,
    limit: { name: 'crawler-try', per: 'person', max: 60, windowMs: 600_000 },
    fails: ['outsideAddress', 'outsideInner', 'outsideUnreachable', 'outsideSlow', 'crawlForbidden'],
  }),
} as const;
