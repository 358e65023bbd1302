import { registry } from '@yikao/model/datasets/index.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

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
export const channelServer = defineServer(registry.channel, {
  beforeInsert,
});
