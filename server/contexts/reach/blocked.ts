import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { insertRows } from '../../engine/write/internal-write.ts';

const { contactBlock } = registry;

/** Ways to reach somebody, with the codes of `blockScope` that forbid each. */
const forbidding = { marketing: [1, 2, 4], text: [2, 4], call: [3, 4] } as const;

/** A way to reach somebody. */
export type Way = keyof typeof forbidding;

/** The numbers among these whose owners do not want to be reached in this way. */
export async function blockedAmong(
  db: Db,
  mobiles: readonly string[],
  way: Way,
): Promise<ReadonlySet<string>> {
  const found = await sql<Columns<typeof contactBlock, 'mobile'>>`
    select mobile from t_contact_block
    where mobile = any(${[...mobiles]}::text[]) and block_scope = any(${[...forbidding[way]]}::smallint[])
      and not deleted`.execute(db);
  return new Set(found.rows.map(({ mobile }) => mobile));
}

/** The replies by which people opt out, as operators take them. */
const optOut = /^(R|T|TD|N|QX|退订|取消|拒收)$/i;

/** Reports whether a reply asks to be left alone. */
export function isOptOut(text: string): boolean {
  return optOut.test(text.trim().replace(/[。.!！]+$/, ''));
}

/** Adds a number to those left alone, by a reply (2) or the vendor's own list (3), unless it is there already. */
export async function block(
  engine: Engine,
  db: Db,
  { mobile, source, reason }: { readonly mobile: string; readonly source: 2 | 3; readonly reason: string },
): Promise<void> {
  // Of two replies at once the second waits, and then finds the entry of the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`contactBlock ${mobile}`}))`.execute(db);
  const known = await sql`select 1 from t_contact_block where mobile = ${mobile} and not deleted`.execute(db);
  if (known.rows.length > 0) return;
  const row = {
    mobile,
    blockScope: source === 2 ? (1 as const) : (2 as const),
    blockSource: source,
    reason: reason.slice(0, 64),
  };
  await insertRows(engine, db, contactBlock, [row], { by: elevated() });
}
