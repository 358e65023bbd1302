import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';
import { isSerialPrefix } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { takeStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { addWithin } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';
import { approveCancelled, followRefunds } from './cancelled-rule.ts';
import { closedPartners } from './code-guard.ts';
import { drawCodes } from './draw-codes.ts';
import { finishRule, lockRule, makeCodes } from './make-codes.ts';
import { reserveSerials } from './serials.ts';

const { cardCodeRule } = registry;

type Draft = DraftOf<typeof cardCodeRule>;

/** Kinds of rules (domain G2). */
const kinds = codeRuleType.is;

/** The cards of new rules by id. */
async function cardsOf(db: Db, rows: readonly Draft[]) {
  const found = await sql<Columns<typeof registry.card, 'cardId' | 'codePrefix' | 'dataYear'>>`
    select card_id, code_prefix, data_year from t_card
    where card_id = any(${rows.map(({ cardId }) => cardId ?? 0)}::bigint[])`.execute(db);
  return new Map(found.rows.map(card => [card.cardId, card]));
}

/** The problems of a new rule beyond its single fields. */
function faultsOf(row: Draft, prefix: string, now: Date): Issue<keyof typeof cardCodeRule.fields>[] {
  const issues: Issue<keyof typeof cardCodeRule.fields>[] = [];
  const { quantity, cardId } = row;
  // Missing values are named by the fields themselves.
  if (quantity === undefined || quantity === null || !cardId) return issues;
  if (row.ruleType === kinds.single && quantity !== 1)
    issues.push(issue('quantity', 'rule', { zh: '单个激活码的数量为 1', en: 'is 1 for a single code' }));
  if (row.ruleType === kinds.online && quantity !== 0)
    issues.push(issue('quantity', 'rule', { zh: '线上规则的数量为 0', en: 'is 0 for codes on demand' }));
  if (row.ruleType === kinds.batch && quantity < 1)
    issues.push(
      issue('quantity', 'rule', {
        zh: `须为 1 至 ${limits.codesMax.toLocaleString('en')}`,
        en: `must be from 1 to ${limits.codesMax.toLocaleString('en')}`,
      }),
    );
  if (row.codeExpireTime && row.codeExpireTime <= shanghaiTime(now))
    issues.push(issue('codeExpireTime', 'rule', { zh: '须晚于现在', en: 'must lie ahead' }));
  if (!isSerialPrefix(prefix))
    issues.push(
      issue('prefix', 'rule', { zh: '须为 2 至 4 个大写字母', en: 'must be two to four capital letters' }),
    );
  return issues;
}

/** Adds a rule of one kind and returns it with its serial numbers. */
async function addRule(
  engine: Engine,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
  ruleType: 2 | 3,
) {
  return transact(engine.db, async db => {
    // Validated by `addWithin`, as the body of any new row.
    const given = { ...body, ruleType, quantity: ruleType === kinds.single ? 1 : 0 } as Draft;
    const ruleId = await addWithin(engine, db, cardCodeRule, actor, given);
    const found = await sql<Columns<typeof cardCodeRule, 'startSerialNo' | 'endSerialNo'>>`
      select start_serial_no, end_serial_no from t_card_code_rule where rule_id = ${ruleId}`.execute(db);
    return { ruleId, startSerialNo: null, endSerialNo: null, ...found.rows[0] };
  });
}

/** Server side of the rules: a new one reserves its serial numbers and starts its generation (domain G2, 3.4). */
export const cardCodeRuleServer = defineServer(cardCodeRule, {
  reads: ['ruleType', 'cardId', 'quantity', 'prefix', 'codeExpireTime', 'partnersId'],
  async before(db, changes) {
    const fresh = changes.filter(({ before }) => before === undefined).map(({ row }) => row);
    if (fresh.length === 0) return changes.map(() => ({}));
    const cards = await cardsOf(db, fresh);
    const closed = await closedPartners(
      db,
      fresh.map(({ partnersId }) => partnersId),
    );
    return changes.map(({ row, now }) => {
      const prefix = row.prefix ?? cards.get(row.cardId ?? 0)?.codePrefix ?? '';
      const issues = faultsOf(row, prefix, now);
      if (row.partnersId && closed.has(row.partnersId))
        issues.push(issue('partnersId', 'rule', { zh: '该合伙人已停用', en: 'is disabled' }));
      return { values: { prefix, generatedNum: 0 }, issues };
    });
  },
  async beforeInsert(db, rows) {
    const cards = await cardsOf(db, rows);
    for (const row of rows) {
      const card = cards.get(row.cardId ?? 0);
      if (!card || !row.quantity) continue;
      const range = await reserveSerials(db, row.prefix ?? card.codePrefix, card.dataYear, row.quantity);
      Object.assign(row, range);
    }
  },
  routes(app: FastifyInstance, engine: Engine) {
    handle(app, codesCalls.online, ({ actor, body }) => addRule(engine, actor, body, kinds.online));
    handle(app, codesCalls.single, ({ actor, body }) => addRule(engine, actor, body, kinds.single));
    handle(app, codesCalls.draw, ({ actor, body }) => drawCodes(engine, actor, body));
  },
  on: {
    async 'cardCodeRule.cancel'(engine, db, { rows, by }) {
      if (by.kind !== 'person') return;
      for (const { cancelAskedBy, orderId } of rows)
        if (cancelAskedBy !== null) await approveCancelled(engine, db, orderId, by.actor);
    },
    'refund.audit': (engine, db, { rows }) =>
      followRefunds(
        engine,
        db,
        rows.map(({ cardOrderId }) => cardOrderId),
      ),
    'refund.withdraw': (engine, db, { rows }) =>
      followRefunds(
        engine,
        db,
        rows.map(({ cardOrderId }) => cardOrderId),
      ),
    async 'cardCodeRule.add'(engine, db, { rows, by }) {
      for (const { ruleId, ruleType, quantity } of rows) {
        // Of a rule on demand a call makes the codes.
        if (quantity > 0) await startRule(engine, db, ruleId, ruleType, by.actor);
      }
    },
  },
});

/** Starts a new rule: a job makes many codes, and a single one is made at once. */
async function startRule(
  engine: Engine,
  db: Tx,
  ruleId: number,
  ruleType: number,
  actor: Actor,
): Promise<void> {
  const cause = 'cardCodeRule.add';
  const by = { kind: 'step', actor, cause } as const;
  await takeStep(engine, cardCodeRuleSteps, 'generate', { keys: ruleId, by, within: db });
  if (ruleType === kinds.batch) return;
  const rule = await lockRule(db, ruleId);
  if (rule) await makeCodes(engine, db, rule, 1, { by: actor, issued: false });
  await finishRule(engine, db, ruleId, cause);
}
