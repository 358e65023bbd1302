import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { storeUpload } from '../../../engine/files/store.ts';
import { type Sender, Undeliverable } from '../../../engine/outbox/sender.ts';
import { findRow } from '../../../engine/read/info.ts';
import { type Actor, elevated } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { setRows } from '../../../engine/write/set-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { CallGateway } from '../../../platform/calls/types.ts';

const { callRecord, lead } = registry;

/** Milliseconds in which the vendor has to send a recording. */
const fetchMs = 120_000;

const message = z.object({ callId: z.int().positive() });

type Recorded = Columns<typeof callRecord, 'recordUrl' | 'recordFile' | 'leadId'>;

async function recorded(db: Db, callId: number): Promise<Recorded | undefined> {
  const found = await sql<Recorded>`
    select record_url, record_file, lead_id from t_call_record
    where call_id = ${callId} and not deleted`.execute(db);
  return found.rows[0];
}

/** Brings the recordings of calls into our own store, since the vendor's addresses run out. */
export function recordingSender(engine: Engine, gateway: CallGateway | undefined): Sender {
  return async content => {
    const read = message.safeParse(content);
    if (!read.success) throw new Undeliverable('消息没有写明是哪一次通话');
    const { callId } = read.data;
    const call = await recorded(engine.db, callId);
    if (!call?.recordUrl || call.recordFile !== null) return;
    const bytes =
      gateway?.recording?.(call.recordUrl) ??
      (
        await engine.fetchOutside(call.recordUrl, {
          maxBytes: limits.recordingBytes,
          timeoutMs: fetchMs,
          accept: 'any',
        })
      ).bytes;
    const recordFile = await storeUpload(
      engine,
      { kinds: ['wav', 'mp3'], usage: 5 },
      {
        content: Readable.from([bytes], { objectMode: false }),
        name: `call-${callId}`,
        bytes: bytes.length,
        by: undefined,
      },
    );
    const where = sql<SqlBool>`d.call_id = ${callId} and d.record_file is null`;
    const values = () => ({ recordFile, recordFlag: 1 }) as const;
    await transact(engine.db, db => setRows(engine, db, callRecord, { where, values }, { by: elevated() }));
  };
}

/**
 * The stored recording of a call that the actor may hear now: of a call to a lead, people who reach the lead, and nobody
 * else, even if it was their own call; of another call, people who reach the call. Throws `notFound`.
 */
export async function recordingFor(engine: Engine, actor: Actor, callId: number): Promise<string> {
  const { db } = engine;
  const call = await recorded(db, callId);
  if (!call?.recordFile) throw failure('notFound');
  const reached =
    call.leadId !== null
      ? await findRow(engine, db, lead, actor, call.leadId)
      : await findRow(engine, db, callRecord, actor, callId);
  if (!reached) throw failure('notFound');
  return call.recordFile;
}
