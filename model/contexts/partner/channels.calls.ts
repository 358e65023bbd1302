import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { channel } from './channel.ts';

/** Address of the public page, under which a visitor is counted for the channel of a code; behind the host. */
export function channelPage(code: string): string {
  return `/website?channel=${encodeURIComponent(code)}`;
}

/** Further calls of channels (domain F4). */
export const channelCalls = {
  qrCode: call(`GET ${channel.path}/qr/:channel`, {
    of: channel,
    label: label('渠道二维码图片', 'Picture of the QR code of a channel'),
    // Returns only the address of a public page.
    may: 'public',
    params: z.object({ channel: z.string().min(1).max(limits.shortName) }),
    answers: 'file',
    fails: ['notFound'],
    limit: { name: 'channel-qr', per: 'address', max: 600, windowMs: 60_000 },
  }),
} as const;
