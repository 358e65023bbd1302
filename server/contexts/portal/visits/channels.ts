import type { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { enabled } from '../../shared/enabled.ts';

/** The cookie that keeps the channel by which a visitor came, and the days for which it does. */
const cookie = 'yk_channel';
const cookieDays = 30;

/** A code as channels have it: capital letters and digits (domain F4). */
const code = new RegExp(`^[A-Z0-9]{1,${limits.shortName}}$`);

const asCode = (text: unknown): string | undefined =>
  typeof text === 'string' && code.test(text.trim().toUpperCase()) ? text.trim().toUpperCase() : undefined;

/** The code of a channel in an address: `channel` of the channels' links, or the short `c`. */
export function codeInAddress(query: {
  readonly c?: string | undefined;
  readonly channel?: string | undefined;
}): string | undefined {
  return asCode(query.c) ?? asCode(query.channel);
}

/** The channel that a visitor's browser has kept; undefined if it has none. */
export function keptCode(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='));
  return asCode(pairs.find(([name]) => name === cookie)?.[1]);
}

/** Has the browser keep the channel of the newest visit, so that what the visitor does later counts for it. */
export function keepCode(request: FastifyRequest, reply: FastifyReply, channel: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookie}=${channel}; Max-Age=${cookieDays * 86_400}; Path=/; SameSite=Lax; HttpOnly${secure}`,
  );
}

/** A channel with the partner to whom it belongs. */
export type VisitChannel = Columns<typeof registry.channel, 'channelId' | 'partnersId'>;

/** The enabled channel with that code; undefined if there is none. */
export async function enabledChannel(db: Db, channel: string | undefined): Promise<VisitChannel | undefined> {
  const asked = asCode(channel);
  if (asked === undefined) return undefined;
  const found = await sql<VisitChannel>`
    select channel_id, partners_id from t_channel
    where channel = ${asked} and status = ${enabled} and not deleted`.execute(db);
  return found.rows[0];
}
