import { sql } from 'kysely';
import { raiseAccessVersion } from '../accounts/access-version.ts';
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

/** Server side of the partners. Their tree says how far people of a partner reach. */
export const partnersServer: DatasetServer = {
  beforeSave,
  changed: raiseAccessVersion,
  optionPaths: [{ path: '/api/base/wish/partners/all', fields: ['partnersId', 'partnersName'] }],
};
