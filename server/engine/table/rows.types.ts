/**
 * Mistakes with rows that must not compile, one per line: the compiler reports each `@ts-expect-error` that is followed
 * by a correct line. Nothing here ever runs.
 */

import { registry } from '@yikao/model/contexts/datasets.ts';
import type { DraftOf, RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { findRow } from '../read/info.ts';
import type { Actor } from '../scope/actor.ts';
import { insertRows, type LockedWrite, updateLocked } from '../write/internal-write.ts';
import { type LockedRow, lockRows } from '../write/lock-rows.ts';
import type { Columns, Filled } from './columns.ts';
import type { Db, Tx } from './sql.ts';

const { lead, goods, smsMessage, userCard } = registry;

/** Written rows know their columns. */
async function written(engine: Engine, db: Tx, by: Actor, write: LockedWrite) {
  await insertRows(engine, db, lead, [{ mobile: '13800000000', leadStatus: 0 }], { by });
  // @ts-expect-error no such field
  await insertRows(engine, db, lead, [{ mobil: '13800000000' }], { by });
  // @ts-expect-error the column is called by its field
  await insertRows(engine, db, lead, [{ lead_status: 0 }], { by });
  // @ts-expect-error a mobile number is text
  await insertRows(engine, db, lead, [{ mobile: 13800000000 }], { by });
  // @ts-expect-error no such state
  await insertRows(engine, db, lead, [{ leadStatus: 99 }], { by });
  // @ts-expect-error money is text
  await insertRows(engine, db, goods, [{ price: 9.9 }], { by });
  // @ts-expect-error a field of another dataset
  await insertRows(engine, db, goods, [{ leadStatus: 0 }], { by });
  const [row] = await lockRows(engine, db, lead, [1], by);
  if (!row) return;
  await updateLocked(engine, db, lead, [{ row, values: { remark: null } }], write);
  // @ts-expect-error no such field
  await updateLocked(engine, db, lead, [{ row, values: { remarks: null } }], write);
  // @ts-expect-error an id is a number
  await updateLocked(engine, db, lead, [{ row, values: { saleUserId: '7' } }], write);
  // @ts-expect-error a row of another dataset
  await updateLocked(engine, db, goods, [{ row, values: { price: '9.90' } }], write);
}

/** Read rows know their fields, and which of them may be null. */
async function read(engine: Engine, db: Db, actor: Actor, locked: LockedRow<typeof lead>) {
  locked.mobile.trim();
  locked.rowKey.toFixed();
  // @ts-expect-error no such field
  locked.mobil;
  // @ts-expect-error it may be null
  locked.remark.trim();
  const found = await findRow(engine, db, lead, actor, 1);
  // @ts-expect-error the row may be out of reach
  found.version;
  if (!found) return;
  found.leadId.toFixed();
  // @ts-expect-error no such field
  found.leadid;
  // @ts-expect-error a time read from the database is a Date
  found.assignTime?.trim();
}

/** A result of SQL is typed by the fields it reads. */
async function selected(db: Db) {
  const leads = await sql<Columns<typeof lead, 'leadId' | 'createTime'>>`
    select lead_id, create_time from t_lead`.execute(db);
  for (const one of leads.rows) {
    one.leadId.toFixed();
    one.createTime.getTime();
    // @ts-expect-error it was not read
    one.mobile;
  }
  const owned = await sql<Filled<typeof lead, 'saleUserId'>>`
    select sale_user_id from t_lead where sale_user_id is not null`.execute(db);
  for (const one of owned.rows) one.saleUserId.toFixed();
  const all = await sql<Columns<typeof lead, 'saleUserId'>>`select sale_user_id from t_lead`.execute(db);
  // @ts-expect-error it may be null
  for (const one of all.rows) one.saleUserId.toFixed();
  // @ts-expect-error no such field
  sql<Columns<typeof lead, 'leadid'>>`select lead_id from t_lead`;
  // @ts-expect-error the field is called saleUserId
  sql<Columns<typeof lead, 'sale_user_id'>>`select sale_user_id from t_lead`;
}

/** Types of rows and drafts. */
function types(row: RowOf<typeof userCard>, sms: RowOf<typeof smsMessage>) {
  row.status.toFixed();
  // @ts-expect-error a message may go to somebody without an account
  sms.userId.toFixed();
  // @ts-expect-error no such field
  const draft: DraftOf<typeof userCard> = { state: 1 };
  // @ts-expect-error yes is 1
  const other: DraftOf<typeof registry.adminUser> = { saleFlag: true };
  return [draft, other];
}

void [written, read, selected, types];
