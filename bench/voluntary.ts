/**
 * Costs of a voluntary list: 60 choices out of many programmes, and a page of the programmes to choose from, against
 * one SELECT of the same programmes. In this process over a PostgreSQL server; the three take turns.
 *
 *   node bench/voluntary.ts [programmes]
 */

import { candidatesOf } from '@yikao/server/contexts/voluntary/list/candidates.ts';
import { generate } from '@yikao/server/contexts/voluntary/list/sheet.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const programmes = Number(process.argv[2] ?? 20_000);
const turns = 15;

const bench = await startEngine();
try {
  const { engine } = bench;
  const { db } = engine;
  const actor = elevated();
  const listId = await fill();
  for (const known of ['predicted', 'last year'] as const) {
    if (known === 'last year')
      await sql`update t_admission set predict_rank = null where data_year = 2026`.execute(db);
    await sql`vacuum analyze t_admission`.execute(db);
    const times = { select: [] as number[], list: [] as number[], page: [] as number[] };
    for (let turn = -2; turn < turns; turn++) {
      const keep = (name: keyof typeof times, ms: number) => turn >= 0 && times[name].push(ms);
      keep('select', await timed(() => sql`select * from t_admission where data_year = 2026`.execute(db)));
      keep('list', await timed(() => generate(engine, actor, { listId })));
      const page = { current: 1, size: 50 };
      keep('page', await timed(() => candidatesOf(engine, actor, listId, { keywords: '' }, page)));
    }
    const made = await generate(engine, actor, { listId });
    const middle = Object.entries(times).map(([name, all]) => `${name} ${median(all).toFixed(0)} ms`);
    console.log(`lines ${known}: ${made.items.length} of ${programmes}; ${middle.join(', ')}`);
  }

  /** Adds programmes of 400 schools over two years, and a list to generate. Returns its id. */
  async function fill(): Promise<number> {
    await sql`insert into t_school (school_id, school_no, school_name, province_id, school_level, nature, order_num, status)
      select n, 'S' || n, '示例大学' || n, 430000, 1, 1, 0, 1 from generate_series(1, 400) as n`.execute(db);
    await sql`insert into t_batch (data_year, province_id, joint_category_id, aos, batch, batch_name, diploma,
        archive_rule, admit_type, voluntary_num, adjust_flag, order_num, status)
      values (2026, 430000, 0, 3, 4, '艺术本科批', 1, 1, 1, 60, 0, 0, 1)`.execute(db);
    await sql`insert into t_admission (data_year, province_id, joint_category_id, aos, batch, school_id, group_no,
        sch_prof_name, diploma, admit_type, archive_rule, score_type, plan_num, archive_min_rank, archive_min_score,
        predict_rank, predict_score, competition_degree, big_small, exception_flag, show_flag, order_num)
      select year, 430000, 7, 3, 4, n % 400 + 1, (n / 400 % 20)::text, '专业' || n / 400, 1, 1, 1, 1, 10,
        case when year = 2025 then 100 + n end, case when year = 2025 then 600 - n / 100 end,
        case when year = 2026 then 100 + n end, case when year = 2026 then 600 - n / 100 end, 0, 0, 0, 1, 0
      from generate_series(1, ${programmes}::integer) as n, (values (2025), (2026)) as y(year)`.execute(db);
    const list = await sql<{ listId: number }>`
      insert into t_voluntary_list (user_id, data_year, province_id, joint_category_id, aos, batch, culture_score,
        prof_score, composite_rank, list_status, generate_time)
      values (1, 2026, 430000, 7, 3, 4, 430, 255, 8000, 0, now()) returning list_id`.execute(db);
    await sql`insert into t_wish_user (user_id, mobile, data_year, visit_num, status)
      values (1, '13900000000', 2026, 0, 1)`.execute(db);
    return list.rows[0]?.listId ?? 0;
  }
} finally {
  await bench.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;
}
