import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { live } from './live.ts';

/** Addresses of the session of a room, for the program that sends the picture and for those who watch. */
const streams = z.object({
  /** RTMP address to push to; null where the platform gives it, or no vendor is set up. */
  pushUrl: z.string().nullable(),
  /** The same address as broadcasting programs ask for it: server, and stream name with its signature. */
  server: z.string().nullable(),
  streamKey: z.string().nullable(),
  playUrl: z.string().nullable(),
  expireTime: z.string(),
});

/** See {@link streams}. */
export type LiveStreams = z.infer<typeof streams>;

/** Calls of live rooms beside those of their datasets (domain J5). */
export const liveCalls = {
  push: call(`GET ${live.path}/push`, {
    of: live,
    label: label('本场直播的推流地址', 'The push address of the session of a room'),
    may: 'wish:live:start',
    query: z.object({ id: keyValue }),
    data: streams,
    audit: 'download',
    sessionOnly: true,
    fails: ['notFound', 'notAllowedNow'],
  }),
  online: call(`POST ${live.path}/app/online`, {
    of: live,
    label: label('上报在线人数(由应用签名)', 'Tell how many watch a room (signed by an app)'),
    may: 'public',
    body: z.object({
      roomNo: z.string().trim().min(1).max(16),
      /** People who watch now, and those who came since the last report. */
      online: z.coerce.number().int().min(0).max(100_000_000),
      views: z.coerce.number().int().min(0).max(100_000_000),
    }),
    tolerant: true,
    data: z.object({ viewNum: z.int(), peakNum: z.int() }),
    limit: { name: 'live-online', per: 'address', max: 600, windowMs: 60_000 },
    fails: ['wrongSignature', 'notFound'],
  }),
} as const;
