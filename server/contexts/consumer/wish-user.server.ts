import { consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { Draft } from '@yikao/model/kernel/names.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column, type Db } from '../../engine/table/sql.ts';
import { compositesOf, renewComposites } from './composite-scores.ts';
import { standingOf } from './standing.ts';

const entitlementIs = codesOf(entitlementStatus);

type Fresh = Draft<(typeof registry.wishUser)['fields']>;

/** Calculates composite scores, and regenerates generated codes that are already taken. */
async function beforeInsert(db: Db, rows: { -readonly [K in keyof Fresh]?: Fresh[K] }[]): Promise<void> {
  const scores = await compositesOf(db, rows);
  for (const [at, row] of rows.entries()) Object.assign(row, scores[at]);
  const found = await sql<Columns<typeof registry.wishUser, 'recCode'>>`
    select rec_code from t_wish_user
    where rec_code = any(${rows.map(row => row.recCode ?? '')}::text[]) and not deleted`.execute(db);
  const taken = new Set(found.rows.map(({ recCode }) => recCode));
  for (const row of rows) {
    while (!row.recCode || taken.has(row.recCode)) row.recCode = readableCode(8);
    taken.add(row.recCode);
  }
}

/** Formulas and lines of a province determine the composite scores of its candidates. */
async function renew(
  _: Engine,
  db: Db,
  {
    rows,
  }: { readonly rows: readonly { readonly dataYear?: number | null; readonly provinceId?: number | null }[] },
): Promise<void> {
  const places = rows.flatMap(({ dataYear, provinceId }) =>
    dataYear && provinceId ? [{ dataYear, provinceId }] : [],
  );
  if (places.length > 0) await renewComposites(db, places);
}

/** Server side of the consumers: one without a name is named by the last digits of the mobile number (domain E1). */
export const wishUserServer = defineServer(registry.wishUser, {
  reads: [
    ...(['userName', 'mobile', 'dataYear', 'provinceId', 'jointCategoryId', 'aos'] as const),
    ...(['cultureScore', 'profScore', 'englishScore', 'chineseScore', 'compositeScore'] as const),
  ],
  // New rows get theirs in beforeInsert, however they are added.
  before: async (db, changes) => {
    const standing = changes.filter(({ key }) => key !== undefined);
    const scores = new Map(
      (
        await compositesOf(
          db,
          standing.map(({ row }) => row),
        )
      ).entries(),
    );
    return changes.map(change => {
      const at = standing.indexOf(change);
      const values = at < 0 ? undefined : scores.get(at);
      return values ? { values } : {};
    });
  },
  on: {
    'formula.add': renew,
    'formula.update': renew,
    'formula.delete': renew,
    'formula.restore': renew,
    'score.add': renew,
    'score.update': renew,
    'score.delete': renew,
    'score.restore': renew,
  },
  routes(app, engine) {
    handle(app, consumerCalls.standing, ({ actor, query }) => standingOf(engine, actor, query.userId));
  },
  normalise: ({ userName, mobile }) => (userName || !mobile ? {} : { userName: `考生${mobile.slice(-4)}` }),
  beforeInsert,
  expressions: {
    completeFlag: alias => {
      const of = (name: string) => column(alias, name);
      return sql`(case when ${of('province_id')} is not null and ${of('data_year')} is not null
        and ${of('joint_category_id')} is not null and ${of('aos')} is not null
        and coalesce(${of('culture_score')}, ${of('prof_score')}) is not null then 1 else 0 end)`;
    },
    cardLabels: alias => sql`(
      select string_agg(distinct cards.card_name, '、' order by cards.card_name)
      from t_user_card as owned join t_card as cards on cards.card_id = owned.card_id
      where owned.user_id = ${column(alias, 'user_id')} and owned.status = ${entitlementIs.active}
        and not owned.deleted)`,
  },
});
