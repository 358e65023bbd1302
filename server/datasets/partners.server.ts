import { sql } from 'kysely';
import { watchPartners } from '../accounts/rights-watch.ts';
import type { Change, DatasetServer, Say } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

/** The partner's copy of its channel follows the channel that is chosen. */
async function beforeSave(db: Db, { values, row }: Change): Promise<Say> {
  if (!['channelId', 'channelName'].some(name => Object.hasOwn(values, name))) return {};
  if (row.channelId === null || row.channelId === undefined) return { values: { channel: null } };
  const found = await sql<{ channel: string; channelName: string }>`
    select channel, channel_name as "channelName" from t_channel
    where channel_id = ${Number(row.channelId)} and not deleted`.execute(db);
  return { values: { ...found.rows[0] } };
}

/** The same for the rows of an import: those that name a channel, or change a channel's name that follows from one. */
const beforeImport: NonNullable<DatasetServer['beforeImport']> = async (db, changes) => {
  const keys = changes.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const standing = await sql<{ key: number; channelId: number | null }>`
    select partners_id as key, channel_id as "channelId" from t_partners
    where partners_id = any(${keys}::bigint[])`.execute(db);
  const stands = new Map(standing.rows.map(({ key, channelId }) => [Number(key), channelId]));
  const channelOf = ({ key, values }: (typeof changes)[number]) => {
    const id = Object.hasOwn(values, 'channelId') ? values.channelId : stands.get(key ?? 0);
    return id === null || id === undefined ? null : Number(id);
  };
  const ids = [...new Set(changes.map(channelOf))].filter(id => id !== null);
  const found = await sql<{ id: number; channel: string; channelName: string }>`
    select channel_id as id, channel, channel_name as "channelName" from t_channel
    where channel_id = any(${ids}::bigint[]) and not deleted`.execute(db);
  const channels = new Map(found.rows.map(({ id, ...values }) => [Number(id), values]));
  return changes.map(change => {
    if (!['channelId', 'channelName'].some(name => Object.hasOwn(change.values, name))) return {};
    const id = channelOf(change);
    return { values: (id === null ? undefined : channels.get(id)) ?? { channel: null } };
  });
};

/** Server side of the partners. Their tree says how far people of a partner reach. */
export const partnersServer: DatasetServer = {
  beforeSave,
  beforeImport,
  watch: watchPartners,
  optionPaths: [{ path: '/api/base/wish/partners/all', fields: ['partnersId', 'partnersName'] }],
};
