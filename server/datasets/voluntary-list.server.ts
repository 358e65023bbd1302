import { registry } from '@yikao/model/datasets/index.ts';
import { sql } from 'kysely';
import { defineServer } from '../engine/server-side.ts';

const { voluntaryList } = registry;

/** Server side of the voluntary lists: their numbers. */
export const voluntaryListServer = defineServer(voluntaryList, {
  async beforeInsert(db, rows) {
    const found = await sql<{ number: number }>`
      select nextval('t_voluntary_list_no')::int as number from generate_series(1, ${rows.length})`.execute(
      db,
    );
    for (const [index, row] of rows.entries()) {
      const year = String(row.dataYear ?? 0).slice(-2);
      const province = String(row.provinceId ?? 0).slice(0, 2);
      row.listNo = `ZY${year}${province}${String(found.rows[index]?.number).padStart(6, '0')}`;
    }
  },
});
