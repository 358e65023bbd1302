import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
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

/** The words by which people opt out, as operators take them. */
const optOut = /^(回复)?(R|T|TD|N|QX|退订|取消|拒收)(退订|取消|拒收|谢谢)*$/i;

/**
 * Reports whether a reply asks to be left alone: one of the words, also as people copy it from a text (`回复R`,
 * `TD退订`), whatever quotes, spaces and full stops surround it.
 */
export function isOptOut(text: string): boolean {
  const words = text.normalize('NFKC').replace(/[\s。.!！,，、;；"“”'‘’「」()（）【】[\]]+/g, '');
  return optOut.test(words);
}

/** A number that asks to be left alone: by a reply (2), or by the vendor's own list (3). */
export interface Blocked {
  readonly mobile: string;
  readonly source: 2 | 3;
  readonly reason: string;
}

/** Adds numbers to those left alone, each unless it is there already. */
export async function block(engine: Engine, db: Tx, blocked: readonly Blocked[]): Promise<void> {
  const byMobile = new Map(blocked.toReversed().map(one => [one.mobile, one]));
  const mobiles = [...byMobile.keys()].toSorted();
  // Of two replies at once the second waits, and then finds the entry of the first; in one order, so that two groups
  // never wait for each other.
  await sql`
    select pg_advisory_xact_lock(hashtext('contactBlock ' || mobile))
    from (select mobile from unnest(${mobiles}::text[]) as m(mobile) order by hashtext('contactBlock ' || mobile)) as m`.execute(
    db,
  );
  const known = await sql<Columns<typeof contactBlock, 'mobile'>>`
    select mobile from t_contact_block where mobile = any(${mobiles}::text[]) and not deleted`.execute(db);
  for (const { mobile } of known.rows) byMobile.delete(mobile);
  const rows = [...byMobile.values()].map(({ mobile, source, reason }) => ({
    mobile,
    blockScope: source === 2 ? (1 as const) : (2 as const),
    blockSource: source,
    reason: reason.slice(0, 64),
  }));
  if (rows.length > 0) await insertRows(engine, db, contactBlock, rows, { by: elevated() });
}
