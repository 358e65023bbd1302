import { registry } from '@yikao/model/contexts/datasets.ts';
import { entitlementStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { StepBy } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf, type Tx } from '../../engine/table/sql.ts';
import { isBlacklisted } from '../sales/usage.ts';

const entitlementIs = codesOf(entitlementStatus);

const { wishUser } = registry;

/** The candidate who activates a code. */
type Candidate = Columns<typeof wishUser, 'userId' | 'mobile' | 'provinceId' | 'agentId' | 'saleUserId'>;

const refuse = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });

/** The enabled candidate within the actor's reach, locked, so that two of their codes are activated in turn. */
async function lockCandidate(db: Tx, userId: number, actor: Actor): Promise<Candidate> {
  const where = allOf([sql<SqlBool>`d.user_id = ${userId}`, scopeCondition(wishUser, actor, 'd')]);
  const found = await sql<Candidate & { status: number }>`
    select d.user_id, d.mobile, d.province_id, d.agent_id, d.sale_user_id, d.status from t_wish_user as d
    where ${where} and not d.deleted for no key update of d`.execute(db);
  const [row] = found.rows;
  if (row?.status !== enable.is.enabled)
    throw refuse(
      '考生不存在、已停用或不在您的数据范围内',
      'There is no such candidate within your reach, or it is disabled',
    );
  return row;
}

/**
 * Locks the candidate who activates a code, and throws `unmetNeeds` if the candidate may not: one on the block list, one
 * of a province that the card is not for, one whose entitlement would have ended already, or one who has an entitlement of the same kind and year already (domain 3.4).
 */
export async function assertMayActivate(
  db: Tx,
  userId: number,
  { cardId, cardType, dataYear }: Pick<RowOf<typeof registry.cardCode>, 'cardId' | 'cardType' | 'dataYear'>,
  by: StepBy,
  now: Date,
): Promise<Candidate> {
  const candidate = await lockCandidate(db, userId, by.actor);
  if (await isBlacklisted(db, userId, [dataYear], now)) {
    throw refuse(
      '该考生在黑名单中，不能激活',
      'The candidate is on the block list and cannot activate a code',
    );
  }
  const found = await sql<{ active: boolean; elsewhere: boolean; ended: boolean }>`
    select exists(select from t_user_card
        where user_id = ${userId} and card_type = ${cardType} and data_year = ${dataYear}
          and status = ${entitlementIs.active}
          and expire_time > ${now} and not deleted) as active,
      coalesce(cardinality(c.province_ids), 0) > 0
        and not coalesce(${candidate.provinceId}::bigint = any(c.province_ids), false) as elsewhere,
      coalesce(c.valid_days, 0) = 0 and c.expire_time <= ${now} as ended
    from t_card as c where c.card_id = ${cardId}`.execute(db);
  const { active = false, elsewhere = false, ended = false } = found.rows[0] ?? {};
  if (ended) {
    throw refuse(
      '该卡的权益已到期，不能再激活',
      'The entitlement of this card has ended, so it cannot be activated any more',
    );
  }
  if (active) {
    throw refuse(
      '该考生已有同类有效权益，到期后才能再激活',
      'The candidate has an entitlement of this kind already; another one can be activated once it has ended',
    );
  }
  if (elsewhere) throw refuse('该卡不适用于考生所在省份', "The card is not for the candidate's province");
  return candidate;
}
