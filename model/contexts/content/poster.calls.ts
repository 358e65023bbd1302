import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { poster } from './poster.ts';

/** A text as it is being typed, with what decides its lines. */
const draftText = z.object({
  text: z.string().max(limits.posterText),
  width: z.int().min(1).max(limits.posterSideMax),
  lines: z.int().min(1).max(20),
  size: z.int().min(1).max(400),
  weight: z.int(),
});

/** A text in its box: its lines, whether something was cut, and the characters that the font does not have. */
const brokenText = z.object({ lines: z.array(z.string()), cut: z.boolean(), missing: z.array(z.string()) });

/** See {@link brokenText}. */
export type BrokenText = z.infer<typeof brokenText>;

/** Calls of posters beside those of the dataset (domain L6, section 10). */
export const posterCalls = {
  /** A PNG of the background's size. The QR code leads to the channel's link; each answer counts as a use. */
  render: call(`GET ${poster.path}/render`, {
    of: poster,
    label: label('生成某渠道的海报图片', 'Draw a poster for a channel'),
    may: 'base:poster:list',
    query: z.object({ posterId: keyValue, channelId: keyValue }),
    names: { posterId: poster.fields.posterId.label, channelId: label('渠道', 'Channel') },
    answers: 'file',
    fails: ['notFound', 'unmetNeeds', 'drawingBusy', 'pictureUnreadable'],
    limit: { name: 'poster-render', per: 'person', max: 300, windowMs: 60_000 },
  }),
  /** The same picture for a poster that is not saved; it counts as no use. Returns a data address of a PNG. */
  preview: call(`POST ${poster.path}/preview`, {
    of: poster,
    label: label('预览未保存的海报', 'Draw a poster that is not saved yet'),
    may: 'base:poster:list',
    reads: true,
    body: z.looseObject({ channelId: keyValue.nullish() }),
    data: z.string(),
    fails: ['notFound', 'drawingBusy', 'pictureUnreadable'],
    limit: { name: 'poster-preview', per: 'person', max: 120, windowMs: 60_000 },
  }),
  layout: call(`POST ${poster.path}/layout`, {
    of: poster,
    label: label('海报文字的换行、截断和缺字', 'Lines, cuts and missing characters of texts'),
    may: 'base:poster:list',
    reads: true,
    body: z.object({ texts: z.array(draftText).max(limits.posterTexts) }),
    data: z.array(brokenText),
  }),
} as const;
