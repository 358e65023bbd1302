import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codeRuleStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Db } from '../../engine/table/sql.ts';
import { enabled } from '../shared/enabled.ts';

const codeRuleIs = codesOf(codeRuleStatus);

/** The parts of a code, or of a code that is to be made, that decide about its use. */
export interface GuardedCode {
  readonly key: number;
  readonly ruleId: number;
  /** Owner of the code; null for the house. */
  readonly partnersId: number | null;
}

/** Why codes cannot be used now: their owner is disabled, or their rule is voided or about to be (0.7, 33). */
type Obstacle = 'owned' | 'valid' | 'kept';

/** Of these partners the ones that are disabled or deleted. */
export async function closedPartners(
  db: Db,
  partnersIds: readonly (number | null | undefined)[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(partnersIds)].filter(id => id !== null && id !== undefined);
  if (ids.length === 0) return new Set();
  const found = await sql<{ partnersId: number }>`
    select partners_id from t_partners
    where partners_id = any(${ids}::bigint[]) and (status <> ${enabled} or deleted)`.execute(db);
  return new Set(found.rows.map(({ partnersId }) => partnersId));
}

interface RuleState {
  readonly ruleId: number;
  readonly voided: boolean;
  readonly asked: boolean;
  readonly bought: boolean;
  readonly partnersId: number | null;
}

/**
 * The one rule about codes: may these be handed out, shown, lengthened, moved or activated now? Returns what is in
 * the way of each, by key. Steps, drawing, showing and exports ask it. A code that was moved away from the buyer of its
 * rule is not taken back with that rule.
 */
export async function obstaclesOf(
  db: Db,
  codes: readonly GuardedCode[],
): Promise<ReadonlyMap<number, ReadonlySet<Obstacle>>> {
  const closed = await closedPartners(
    db,
    codes.map(({ partnersId }) => partnersId),
  );
  const found = await sql<RuleState>`
    select rule_id, rule_status = ${codeRuleIs.voided} as voided, cancel_asked_by is not null as asked, order_id is not null as bought,
      partners_id
    from t_card_code_rule where rule_id = any(${[...new Set(codes.map(({ ruleId }) => ruleId))]}::bigint[])`.execute(
    db,
  );
  const rules = new Map(found.rows.map(rule => [rule.ruleId, rule]));
  const obstacles = new Map<number, ReadonlySet<Obstacle>>();
  for (const { key, ruleId, partnersId } of codes) {
    const rule = rules.get(ruleId);
    const within = rule !== undefined && (!rule.bought || rule.partnersId === partnersId);
    const those: Obstacle[] = [
      ...(partnersId !== null && closed.has(partnersId) ? ['owned' as const] : []),
      ...(within && rule.voided ? ['valid' as const] : []),
      ...(within && rule.asked && !rule.voided ? ['kept' as const] : []),
    ];
    if (those.length > 0) obstacles.set(key, new Set(those));
  }
  return obstacles;
}

/** The keys of the codes that have an obstacle, among rows of a step. */
export async function keptFrom(
  db: Db,
  rows: readonly (Omit<GuardedCode, 'key'> & { readonly rowKey: number })[],
  obstacle: Obstacle,
): Promise<ReadonlySet<number>> {
  const obstacles = await obstaclesOf(
    db,
    rows.map(({ rowKey, ruleId, partnersId }) => ({ key: rowKey, ruleId, partnersId })),
  );
  return new Set([...obstacles].flatMap(([key, those]) => (those.has(obstacle) ? [key] : [])));
}

/** The sentence for an obstacle, as the steps have it. */
function reasonOf(obstacle: Obstacle): Label | undefined {
  return cardCodeSteps.steps.issue?.needs.find(({ name }) => name === obstacle)?.reason;
}

/** Throws `unmetNeeds` if a code, or one that is to be made of a rule, cannot be used now. */
export async function assertUsable(db: Db, code: Omit<GuardedCode, 'key'>): Promise<void> {
  const [those] = (await obstaclesOf(db, [{ ...code, key: 0 }])).values();
  const [first] = those ?? [];
  if (first !== undefined) throw failure('unmetNeeds', { params: { ...reasonOf(first) } });
}
