import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { takeStep, tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { HandOut } from '../../engine/table/server-side.ts';
import { allOf, type Tx } from '../../engine/table/sql.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import { transact } from '../../engine/write/transaction.ts';
import { assertUsable, obstaclesOf } from './code-guard.ts';

const codeIs = codesOf(codeStatus);

const { cardCode } = registry;

/** State of a code that was not handed out (domain 3.4). */
const { unused } = codeStatus.is;

/** A code as its showing sees it: locked, with whether the actor may change it. */
interface ShownCode extends Columns<typeof cardCode, 'codeId' | 'codeStatus' | 'ruleId' | 'partnersId'> {
  readonly issued: boolean;
  readonly writable: boolean;
}

/** The codes with these keys within the actor's reach, locked in the order of their keys. */
async function lockShown(db: Tx, actor: Actor, keys: readonly number[]): Promise<readonly ShownCode[]> {
  const where = allOf([
    sql<SqlBool>`d.code_id = any(${[...keys]}::bigint[])`,
    scopeCondition(cardCode, actor, 'd'),
  ]);
  const found = await sql<ShownCode>`
    select d.code_id, d.code_status, d.rule_id, d.partners_id, d.issue_time is not null
      or d.code_status = ${codeIs.activated} as issued,
      ${scopeCondition(cardCode, actor, 'd', 'write')} as writable
    from t_card_code as d where ${where} and not d.deleted order by d.code_id for no key update of d`.execute(
    db,
  );
  return found.rows;
}

/**
 * The whole code, for the one who shows it to its recipient. A code that was never issued is issued by being shown, so
 * none leaves that counts as unused (0.7, 33). Throws `notFound`, and `unmetNeeds` for a code that cannot be used now.
 */
export async function showCode(engine: Engine, actor: Actor, codeId: number): Promise<string> {
  return transact(engine.db, async db => {
    const [code] = await lockShown(db, actor, [codeId]);
    if (!code) throw failure('notFound');
    await assertUsable(db, code);
    if (!code.issued) {
      if (code.codeStatus !== unused || !code.writable) {
        throw failure('unmetNeeds', {
          params: {
            zh: '该激活码未发放，不能查看',
            en: 'The code was not issued and cannot be shown',
          },
        });
      }
      const by = { kind: 'step', actor, cause: 'cardCode.reveal' } as const;
      await takeStep(engine, cardCodeSteps, 'issue', { keys: codeId, by, within: db });
    }
    const whole = await openSecret(engine, db, cardCode, 'code', codeId);
    if (whole === undefined) throw failure('notFound');
    return whole;
  });
}

/**
 * Which codes of a page of an export leave whole: those that were issued and can be used. With `issues` the others of
 * the page are issued first where that can be done, in the same transaction (domain 3.4).
 */
export async function handOutCodes({ engine, db, actor, keys, issues }: HandOut) {
  const codes = await lockShown(db, actor, keys);
  const obstacles = await obstaclesOf(
    db,
    codes.map(({ codeId, ruleId, partnersId }) => ({ key: codeId, ruleId, partnersId })),
  );
  const free = codes.filter(({ codeId }) => !obstacles.has(codeId));
  const whole = new Set(free.filter(({ issued }) => issued).map(({ codeId }) => codeId));
  const fresh = issues
    ? free.filter(({ issued, codeStatus, writable }) => !issued && writable && codeStatus === unused)
    : [];
  if (fresh.length === 0) return { whole, changed: [] };
  const { taken } = await tryStep(engine, cardCodeSteps, 'issue', {
    keys: fresh.map(({ codeId }) => codeId),
    by: { kind: 'step', actor, cause: 'cardCode.export' },
    within: db,
  });
  const changed = taken.map(({ key }) => key);
  return { whole: new Set([...whole, ...changed]), changed };
}
