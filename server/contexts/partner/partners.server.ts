import { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import type { Db } from '../../engine/table/sql.ts';
import { watchPartners } from '../people/accounts/rights-watch.ts';

type Fields = typeof registry.partners.fields;

/**
 * The partner's copy of its channel follows the channel that is chosen, in rows that name a channel, or change a
 * channel's name that follows from one.
 */
async function before(db: Db, changes: readonly Change<Fields>[]): Promise<Verdict<Fields>[]> {
  const ids = [...new Set(changes.map(({ row }) => row.channelId ?? null))].filter(id => id !== null);
  const found = await sql<Pick<RowOf<typeof registry.channel>, 'channelId' | 'channel' | 'channelName'>>`
    select channel_id, channel, channel_name from t_channel
    where channel_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  const channels = new Map(found.rows.map(row => [row.channelId, row]));
  return changes.map(({ values, row }) => {
    if (!Object.hasOwn(values, 'channelId') && !Object.hasOwn(values, 'channelName')) return {};
    const chosen = channels.get(row.channelId ?? 0);
    return {
      values: chosen ? { channel: chosen.channel, channelName: chosen.channelName } : { channel: null },
    };
  });
}

/** Server side of the partners. Their tree determines the reach of a partner's people. */
export const partnersServer = defineServer(registry.partners, {
  reads: ['channelId'],
  before,
  watch: watchPartners,
});
