import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codeStatus as codeStatuses } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { grantCards, revokeCardsOf } from '../sales/user-card.steps.ts';
import { assertMayActivate } from './activation-rules.ts';
import { assertUsable, closedPartners, keptFrom } from './code-guard.ts';

type Code = MachineRow<typeof cardCodeSteps>;
type CodeRow = StepRow<Code>;

const { cardCode } = registry;

/** Entitlements that activation codes give (domain E4). */
const byCode = entitlementSource.is.code;

/** Throws `invalidFields` for one field of a step. */
function wrong(field: 'codeExpireTime' | 'channelId', zh: string, en: string): Error {
  return failure('invalidFields', {
    issues: [issue(field, 'rule', { zh, en })],
    labels: () => cardCode.fields[field].label,
  });
}

/** Throws `invalidFields` if a channel belongs to another partner than the codes do. */
async function assertChannelOf(
  db: Db,
  channelId: number,
  partnersIds: readonly (number | null)[],
): Promise<void> {
  const found = await sql<Columns<typeof registry.channel, 'partnersId'>>`
    select partners_id from t_channel where channel_id = ${channelId} and not deleted`.execute(db);
  const owner = found.rows[0]?.partnersId ?? null;
  if (owner !== null && partnersIds.some(id => id !== owner)) {
    throw wrong('channelId', '渠道属于另一个合伙人', 'The channel belongs to another partner');
  }
}

/** The state in which a code stays that is moved without being issued. */
const targetOf = ({ codeStatus }: Pick<CodeRow, 'codeStatus'>): 'unused' | 'issued' =>
  codeStatus === codeStatuses.is.unused ? 'unused' : 'issued';

/** The effects of the steps of a code, each in the step's transaction (domain 3.4). */
export const cardCodeStepServer = defineStepServer(cardCodeSteps, {
  needs: {
    owned: async ({ db, rows, given }) => {
      const target = typeof given.partnersId === 'number' ? given.partnersId : null;
      if ((await closedPartners(db, [target])).size > 0) return new Set(rows.map(row => row.rowKey));
      return keptFrom(db, rows, 'owned');
    },
    valid: ({ db, rows }) => keptFrom(db, rows, 'valid'),
    kept: ({ db, rows }) => keptFrom(db, rows, 'kept'),
    handedOut: ({ db, rows }) =>
      keptFrom(
        db,
        rows.filter(row => row.issueTime === null),
        'owned',
      ),
  },
  effects: {
    issue: async ({ rows, now }) =>
      new Map(rows.map(row => [row.rowKey, { values: { issueTime: row.issueTime ?? shanghaiTime(now) } }])),
    async activate({ engine, db, rows, given, by, now }) {
      const outcomes = new Map<number, { values: Partial<Code> }>();
      for (const row of rows) {
        const user = await assertMayActivate(db, given.userId, row, by, now);
        await grantCards(
          engine,
          db,
          [
            {
              ...{ userId: given.userId, cardId: row.cardId, provinceId: user.provinceId },
              ...{ sourceType: byCode, sourceNo: row.serialNo },
            },
          ],
          by.actor,
        );
        const { mobile, provinceId, agentId, saleUserId } = user;
        outcomes.set(row.rowKey, {
          values: { mobile, provinceId, agentId, saleUserId, activateTime: shanghaiTime(now) },
        });
      }
      return outcomes;
    },
    void: async ({ rows, now }) =>
      new Map(rows.map(row => [row.rowKey, { values: { cancelTime: shanghaiTime(now) } }])),
    askForce: async ({ rows, by }) =>
      new Map(rows.map(row => [row.rowKey, { values: { forceAskedBy: by.actor.userId } }])),
    async force({ engine, db, rows, now }) {
      await revokeCardsOf(
        engine,
        db,
        rows.map(row => row.serialNo),
        { reason: '激活码已强制作废', cause: 'cardCode.force', sourceType: byCode },
      );
      return new Map(rows.map(row => [row.rowKey, { values: { cancelTime: shanghaiTime(now) } }]));
    },
    dropForce: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { forceAskedBy: null, cancelReason: null } }])),
    async extend({ rows, given, now }) {
      if (given.codeExpireTime <= shanghaiTime(now)) {
        throw wrong('codeExpireTime', '有效期须晚于现在', 'The end must lie ahead');
      }
      return new Map(
        rows.map(row => [
          row.rowKey,
          { to: row.issueTime === null ? ('unused' as const) : ('issued' as const) },
        ]),
      );
    },
    async assign({ db, rows, given, now }) {
      const { partnersId, channelId } = given;
      const moves = partnersId !== undefined && partnersId !== null;
      if (channelId)
        await assertChannelOf(db, channelId, moves ? [partnersId] : rows.map(row => row.partnersId));
      const at = shanghaiTime(now);
      return new Map(
        rows.map(row => {
          const issues = given.issue === 1 && row.codeStatus === codeStatuses.is.unused;
          if (issues && row.codeExpireTime <= at)
            throw failure('unmetNeeds', { params: { zh: '激活码已过期', en: 'The code has expired' } });
          // A channel of the former owner does not go along to another one.
          const loses = moves && partnersId !== row.partnersId && channelId === undefined;
          return [
            row.rowKey,
            {
              to: issues ? ('issued' as const) : targetOf(row),
              values: {
                ...(loses && { channelId: null }),
                ...(issues && { issueTime: row.issueTime ?? at }),
              },
            },
          ];
        }),
      );
    },
    async edit({ db, rows, given, now }) {
      const { channelId, codeExpireTime } = given;
      for (const row of rows) {
        const changes =
          (codeExpireTime && codeExpireTime !== row.codeExpireTime) ||
          (channelId !== undefined && channelId !== row.channelId);
        if (changes) await assertUsable(db, row);
        const closed =
          row.codeStatus === codeStatuses.is.activated ||
          row.codeStatus === codeStatuses.is.voided ||
          row.refundNo !== null;
        if (codeExpireTime && codeExpireTime !== row.codeExpireTime) {
          if (closed || row.codeStatus === codeStatuses.is.expired)
            throw wrong('codeExpireTime', '当前状态不能在此修改', 'cannot be changed here in this state');
          if (codeExpireTime <= shanghaiTime(now))
            throw wrong('codeExpireTime', '有效期须晚于现在', 'The end must lie ahead');
        }
        if (channelId !== undefined && channelId !== row.channelId) {
          if (closed) throw wrong('channelId', '当前状态不能改渠道', 'cannot be changed in this state');
          if (channelId) await assertChannelOf(db, channelId, [row.partnersId]);
        }
      }
    },
    release: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: { refundNo: null } }])),
    refund: async ({ rows, now }) =>
      new Map(
        rows.map(row => [
          row.rowKey,
          { values: { cancelTime: shanghaiTime(now), cancelReason: '采购退款' } },
        ]),
      ),
  },
});
