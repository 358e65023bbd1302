import { channelDepth } from '@yikao/model/datasets/partner/channel.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Change, DatasetServer, Say } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

/** The tree of channels has three levels (domain F4): those above the parent, and those under a channel that moves. */
async function beforeSave(db: Db, { key, values }: Change): Promise<Say> {
  const parentId = Number(values.parentId ?? 0);
  if (parentId === 0) return {};
  const found = await sql<{ above: number; below: number }>`
    with recursive up as (
      select channel_id, parent_id, 1 as level from t_channel where channel_id = ${parentId}
      union all
      select c.channel_id, c.parent_id, up.level + 1 from t_channel as c join up on c.channel_id = up.parent_id
      where up.level <= ${channelDepth}
    ), down as (
      select channel_id, 1 as level from t_channel where channel_id = ${key ?? 0}
      union all
      select c.channel_id, down.level + 1 from t_channel as c join down on c.parent_id = down.channel_id
      where not c.deleted and down.level <= ${channelDepth}
    )
    select coalesce((select max(level) from up), 0) as above,
      greatest(coalesce((select max(level) from down), 0), 1) as below`.execute(db);
  const { above, below } = found.rows[0] ?? { above: 0, below: 1 };
  return above + below > channelDepth
    ? { issues: [issue('parentId', 'tooDeep', { max: channelDepth })] }
    : {};
}

/**
 * A code that was made up and is taken, or that several rows of an import were given alike, is made up anew. One
 * that a person gave and that is taken does not come here: it meets its row, or is refused.
 */
async function beforeInsert(db: Db, rows: RowValues[]): Promise<void> {
  const codes = rows.map(row => String(row.channel));
  const found = await sql<{ channel: string }>`
    select channel from t_channel where channel = any(${codes}::text[]) and not deleted`.execute(db);
  const taken = new Set(found.rows.map(({ channel }) => channel));
  for (const row of rows) {
    while (taken.has(String(row.channel))) row.channel = `C${readableCode(6)}`;
    taken.add(String(row.channel));
  }
}

/** Server side of the channels. */
export const channelServer: DatasetServer = {
  beforeSave,
  levels: channelDepth,
  beforeInsert,
  optionPaths: [
    { path: '/api/admin/allChannelList', fields: ['channelId', 'channel', 'channelName', 'parentId'] },
  ],
};
