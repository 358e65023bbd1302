import { type CardGift, type Granted, salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { defineServer } from '../engine/server-side.ts';
import { transact } from '../engine/transaction.ts';
import { madeNumber } from '../payments/numbers.ts';
import { lockConsumers } from './consumers.ts';
import { grantCards } from './user-card.steps.ts';

const { card, userCard } = registry;

const unknownConsumer = {
  zh: '考生不存在、已停用或不在您的数据范围内',
  en: 'No such candidate within your reach, or disabled',
};

/**
 * `POST …/grant` (domain E4): gives a card to consumers, each one entitlement; those who are not there or out of reach are
 * told. Throws `invalidFields` for a card that is not there, or an end that lies behind.
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
    if (!(await findRow(engine, db, card, actor, cardId)))
      throw wrong('cardId', '卡产品不存在', 'There is no such card');
    const { found, missing } = await lockConsumers(db, actor, named);
    const sourceNo = madeNumber('G', now);
    await grantCards(
      engine,
      db,
      found.map(({ userId, provinceId }) => ({
        userId,
        provinceId,
        cardId,
        sourceType: 4 as const,
        sourceNo,
        expireTime: expireTime ?? undefined,
        countLimit: countLimit ?? undefined,
      })),
      actor,
    );
    return {
      count: found.length,
      refused: missing.map(who => ({ who, reason: unknownConsumer[actor.language] })),
    };
  });
}

function grantRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, salesCalls.grantCard, ({ actor, body }) => grant(engine, actor, body));
}

/** Server side of the entitlements. */
export const userCardServer = defineServer(userCard, { routes: grantRoutes });
