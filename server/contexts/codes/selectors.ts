import type { CodeCounts, CodeSelector } from '@yikao/model/contexts/codes/codes.calls.ts';
import { isSerialRange } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { plainForm } from '@yikao/model/rules/compare-text.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { emptyCondition } from '../../engine/jobs/batch/empty-condition.ts';
import { batchConditions } from '../../engine/jobs/batch/set.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { allOf } from '../../engine/table/sql.ts';

const { cardCode } = registry;

/** The codes of a selector, as the condition of a batch. */
export interface CodeCondition {
  readonly ids: readonly number[];
  readonly filters: Readonly<Record<string, string | number>>;
  readonly everything: false;
}

function wrong(field: string, zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: () => cardCode.fields.serialNo.label,
  });
}

/**
 * The condition of a selector (spec section 7): a rule, ids, or a range of serial numbers of one prefix and year.
 * Throws `emptyCondition` for none of them, and `invalidFields` for several or for an impossible range.
 */
function conditionOf({
  ruleId,
  codeIds = [],
  startSerialNo = '',
  endSerialNo = '',
}: CodeSelector): CodeCondition {
  const [start, end] = [startSerialNo, endSerialNo].map(text => plainForm(text).toUpperCase());
  const given = [ruleId !== undefined, codeIds.length > 0, start !== '' || end !== ''].filter(Boolean).length;
  if (given === 0) throw emptyCondition('change');
  if (given > 1) {
    throw wrong(
      'startSerialNo',
      '按规则、按勾选、按序列号段，只能选一种',
      'Give a rule, ids or a range, one of them',
    );
  }
  if (ruleId !== undefined) return { ids: [], filters: { ruleId }, everything: false };
  if (codeIds.length > 0) return { ids: codeIds, filters: {}, everything: false };
  if (!start || !end || !isSerialRange(start, end)) {
    throw wrong(
      'startSerialNo',
      '起止序列号须为同一前缀和年份，且开始不大于结束',
      'Both serial numbers must have one prefix and year, the first not after the last',
    );
  }
  return { ids: [], filters: { serialNoStart: start, serialNoEnd: end }, everything: false };
}

interface Group {
  readonly partnersId: number | null;
  readonly partnersName: string | null;
  readonly codeStatus: number;
  readonly num: number;
}

/** Counts the codes of a selector within the actor's reach, by state and owner. */
export async function countCodes(engine: Engine, actor: Actor, selected: CodeSelector): Promise<CodeCounts> {
  const where = allOf([
    scopeCondition(cardCode, actor, 'd'),
    ...batchConditions(engine, cardCode, actor, conditionOf(selected)),
  ]);
  const found = await sql<Group>`
    select g.partners_id, p.partners_name, g.code_status, g.num from (
      select d.partners_id, d.code_status, count(*)::integer as num from t_card_code as d
      where ${where} and not d.deleted group by 1, 2) as g
    left join t_partners as p on p.partners_id = g.partners_id
    order by g.partners_id nulls first`.execute(engine.db);
  const of = (...states: number[]) =>
    found.rows.reduce((sum, row) => (states.includes(row.codeStatus) ? sum + row.num : sum), 0);
  const owners = Map.groupBy(found.rows, row => row.partnersId);
  return {
    total: of(1, 2, 3, 4, 5),
    unused: of(1),
    issued: of(2),
    activated: of(3),
    voided: of(4),
    expired: of(5),
    owners: [...owners].map(([partnersId, rows]) => ({
      partnersId,
      partnersName: rows[0]?.partnersName ?? null,
      count: rows.reduce((sum, { num }) => sum + num, 0),
    })),
  };
}

/**
 * The condition of a selector that has codes within the actor's reach. Throws `notFound` if there are none, and
 * `unmetNeeds` if they belong to several owners and the call does not confirm that.
 */
export async function assertSelected(
  engine: Engine,
  actor: Actor,
  selected: CodeSelector,
): Promise<CodeCondition> {
  const condition = conditionOf(selected);
  const { total, owners } = await countCodes(engine, actor, selected);
  if (total === 0) throw failure('notFound');
  if (owners.length > 1 && selected.allOwners !== 1) {
    const told = (house: string, between: string) =>
      owners.map(({ partnersName, count }) => `${partnersName ?? house} ${count}`).join(between);
    throw failure('unmetNeeds', {
      params: {
        zh: `这些激活码属于 ${owners.length} 个归属（${told('总部', '、')}），请分开操作，或确认一起操作`,
        en: `These codes have ${owners.length} owners (${told('head office', ', ')}): handle them separately, or confirm all of them`,
      },
    });
  }
  return condition;
}
