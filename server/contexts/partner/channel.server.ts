import { registry } from '@yikao/model/contexts/datasets.ts';
import { channelCalls, channelPage } from '@yikao/model/contexts/partner/channels.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import { renderSVG } from 'uqr';
import { handle } from '../../engine/http/handle.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';

/** Address of the pictures of QR codes, without the code. */
const pictures = channelCalls.qrCode.path.replace(':channel', '');

/**
 * Regenerates a generated code that is taken, or that several rows of an import share. A typed code that is taken does
 * not reach this point: it matches its row, or is refused.
 */
async function beforeInsert(db: Db, rows: RowValues[]): Promise<void> {
  const codes = rows.map(row => String(row.channel));
  const found = await sql<Columns<typeof registry.channel, 'channel'>>`
    select channel from t_channel where channel = any(${codes}::text[]) and not deleted`.execute(db);
  const taken = new Set(found.rows.map(({ channel }) => channel));
  for (const row of rows) {
    while (taken.has(String(row.channel))) row.channel = `C${readableCode(6)}`;
    taken.add(String(row.channel));
  }
}

/** Server side of the channels: their links with the QR codes, made of the code (domain F4). */
export const channelServer = defineServer(registry.channel, {
  beforeInsert,
  expressions: {
    link: (alias, { publicUrl = '' }) =>
      sql`(${publicUrl}::text || ${channelPage('')}::text || ${column(alias, 'channel')})`,
    qrCode: (alias, { publicUrl = '' }) =>
      sql`(${publicUrl}::text || ${pictures}::text || ${column(alias, 'channel')})`,
    visitNum: alias =>
      sql`(select coalesce(sum(v.visit_num), 0)::integer from yikao_channel_visit as v
        where v.channel_id = ${column(alias, 'channel_id')})`,
  },
  routes(app, { db, publicUrl }) {
    handle(app, channelCalls.qrCode, async ({ request, reply, params: { channel } }) => {
      const found = await sql`select 1 from t_channel where channel = ${channel} and not deleted`.execute(db);
      if (found.rows.length === 0) throw failure('notFound');
      const origin = publicUrl ?? `${request.protocol}://${request.host}`;
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .send(renderSVG(`${origin}${channelPage(channel)}`, { border: 4 }));
    });
  },
});
