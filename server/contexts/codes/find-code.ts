import { registry } from '@yikao/model/contexts/datasets.ts';
import { isActivationCode, maskedCode, plainCode } from '@yikao/model/rules/activation-code.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Condition, type Db } from '../../engine/table/sql.ts';
import { findBySecret } from '../../engine/write/sealing.ts';

const { cardCode } = registry;

/** A code as staff find it: masked, with its state. */
export interface FoundCode {
  readonly codeId: number;
  readonly serialNo: string;
  readonly code: string;
  readonly codeStatus: number;
}

/** The id of the code that somebody typed; undefined for a text that is no code, or an unknown one. */
export async function codeTyped(engine: Engine, db: Db, typed: string): Promise<number | undefined> {
  const code = plainCode(typed);
  return isActivationCode(code) ? findBySecret(engine, db, cardCode, 'code', code) : undefined;
}

/** The code that meets a condition on `d` within the actor's reach; undefined if there is none. */
async function findCode(db: Db, actor: Actor, condition: Condition): Promise<FoundCode | undefined> {
  const where = allOf([condition, scopeCondition(cardCode, actor, 'd')]);
  const found = await sql<Columns<typeof cardCode, 'codeId' | 'serialNo' | 'codeHead' | 'codeStatus'>>`
    select d.code_id, d.serial_no, d.code_head, d.code_status from t_card_code as d
    where ${where} and not d.deleted`.execute(db);
  const [row] = found.rows;
  if (!row) return undefined;
  const { codeHead, ...rest } = row;
  return { ...rest, code: maskedCode(codeHead ?? '') };
}

/** The name of a code in a call: its id, its serial number, or the code as typed. */
export interface NamedCode {
  readonly codeId?: number | undefined;
  readonly serialNo?: string | undefined;
  readonly code?: string | undefined;
}

/** The code that a call names, within the actor's reach; undefined if there is none. */
export async function namedCode(
  engine: Engine,
  actor: Actor,
  { codeId, serialNo, code }: NamedCode,
): Promise<FoundCode | undefined> {
  const { db } = engine;
  if (code !== undefined) {
    const id = await codeTyped(engine, db, code);
    return id === undefined ? undefined : findCode(db, actor, sql<SqlBool>`d.code_id = ${id}`);
  }
  return serialNo === undefined
    ? findCode(db, actor, sql<SqlBool>`d.code_id = ${codeId ?? 0}`)
    : findCode(db, actor, sql<SqlBool>`d.serial_no = ${serialNo.trim().toUpperCase()}`);
}
