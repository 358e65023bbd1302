import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { openSecret } from '../../../engine/write/sealing.ts';
import type { SeatKeys } from '../../../platform/calls/types.ts';
import { enabled } from '../../shared/enabled.ts';

const { feigeAccount } = registry;

/** A seat without its keys. */
export type Seat = Columns<typeof feigeAccount, 'id' | 'extension' | 'outboundNumber' | 'dailyLimit'>;

/** The enabled seat of a person, the first one if there are several; locked until the transaction ends. */
export async function lockSeatOf(db: Tx, userId: number): Promise<Seat | undefined> {
  const found = await sql<Seat>`
    select id, extension, outbound_number, daily_limit from t_feige_account
    where user_id = ${userId} and status = ${enabled} and not deleted order by id limit 1 for no key update`.execute(
    db,
  );
  return found.rows[0];
}

/** The keys of a seat, opened, whether or not it is still in use; undefined if it has not both of them. */
export async function keysOf(engine: Engine, db: Db, seatId: number): Promise<SeatKeys | undefined> {
  const open = (name: string) => openSecret(engine, db, feigeAccount, name, seatId);
  const [apiKey, apiSecret] = [await open('apiKey'), await open('apiSecret')];
  return apiKey !== undefined && apiSecret !== undefined ? { apiKey, apiSecret } : undefined;
}
