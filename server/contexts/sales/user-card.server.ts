import { registry } from '@yikao/model/contexts/datasets.ts';
import { type CardGift, type Granted, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { entitlementSource } from '@yikao/model/contexts/sales/sales.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { transact } from '../../engine/write/transaction.ts';
import { madeNumber } from '../payment/numbers.ts';
import { blockedReason, lockConsumers, partBlocked } from './consumers.ts';
import { grantCards } from './user-card.steps.ts';

const { card, userCard } = registry;

const unknownConsumer = {
  zh: '考生不存在、已停用或不在您的数据范围内',
  en: 'No such candidate within your reach, or disabled',
};

/**
 * `POST …/grant` (domain E4): gives a card to consumers, one entitlement each; missing ones, those out of reach and those on
 * the block list are returned with the reason. Throws `invalidFields` for a missing card, or an expiry in the past.
 */
async function grant(
  engine: Engine,
  actor: Actor,
  { cardId, expireTime, countLimit, ...named }: CardGift,
): Promise<Granted> {
  const now = engine.clock.now();
  const wrong = (field: 'cardId' | 'expireTime' | 'userId', zh: string, en: string) =>
    failure('invalidFields', {
      issues: [issue(field, 'rule', { zh, en })],
      labels: () => userCard.fields[field].label,
    });
  if (named.userIds.length + named.mobiles.length === 0)
    throw wrong('userId', '请选择考生', 'Choose the candidates');
  if (expireTime && expireTime <= shanghaiTime(now))
    throw wrong('expireTime', '到期时间须在现在之后', 'The end must lie ahead');
  return transact(engine.db, async db => {
    const given = await findRow(engine, db, card, actor, cardId);
    if (!given) throw wrong('cardId', '卡产品不存在', 'There is no such card');
    const { found, missing } = await lockConsumers(db, actor, named);
    const { free, blocked } = await partBlocked(db, found, named, now, Number(given.dataYear));
    const sourceNo = madeNumber('G', now);
    await grantCards(
      engine,
      db,
      free.map(({ userId, provinceId }) => ({
        userId,
        provinceId,
        cardId,
        sourceType: entitlementSource.is.gift,
        sourceNo,
        expireTime: expireTime ?? undefined,
        countLimit: countLimit ?? undefined,
      })),
      actor,
    );
    return {
      count: free.length,
      refused: [
        ...missing.map(who => ({ who, reason: unknownConsumer[actor.language] })),
        ...blocked.map(who => ({ who, reason: blockedReason[actor.language] })),
      ],
    };
  });
}

function grantRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.grantCard, ({ actor, body }) => grant(engine, actor, body));
}

/** Server side of the entitlements. */
export const userCardServer = defineServer(userCard, { routes: grantRoutes });
