import { serialNumber } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { times } from '@yikao/model/rules/money.ts';
import { sql } from 'kysely';
import { randomCodes } from '../../contexts/codes/make-codes.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { sealed } from '../../engine/write/sealing.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { demoChannels, demoPartners } from '../demo/people.ts';
import { Sequence } from '../demo/sequence.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { card, cardCode, cardCodeRule, cardOrder, userCard, wishUser } = registry;

const dayMs = 86_400_000;

/** States of codes and entitlements (domain 3.4, E4). */
const states = { unused: 1, issued: 2, activated: 3, voided: 4, expired: 5 } as const;

type DemoCard = Columns<
  typeof card,
  'cardId' | 'cardName' | 'cardType' | 'dataYear' | 'price' | 'codePrefix' | 'countLimit' | 'expireTime'
>;
type DemoUser = Columns<
  typeof wishUser,
  'userId' | 'mobile' | 'provinceId' | 'agentId' | 'saleUserId' | 'createTime'
>;

/** Owners of the demo codes. */
interface Known {
  readonly partnersId: number | null;
  readonly channels: readonly (number | null)[];
  readonly buyer: number | null;
}

/** A code as {@link insertStored} takes it, with the candidate who has activated it. */
interface DemoCode {
  readonly code: string;
  readonly row: Readonly<Record<string, unknown>> & { readonly createTime: string };
  readonly user?: DemoUser;
}

/**
 * Activation codes of the demo house (domain 7.3): a rule of each card, some of its codes issued, activated by demo
 * candidates, voided or expired over the last four weeks; codes on demand; and three purchases of the first partner.
 * Rows as the product's own steps leave them. Skipped if there are codes already.
 */
export async function loadDemoCodes(context: LoadContext, secrets: Secrets): Promise<void> {
  const { db } = context;
  const any = await sql`select 1 from t_card_code_rule limit 1`.execute(db);
  const cards = await sql<DemoCard>`
    select card_id, card_name, card_type, data_year, price, code_prefix, count_limit, expire_time
    from t_card where card_type in (1, 2, 3) and status = 1 and not deleted order by card_id limit 3`.execute(
    db,
  );
  if (any.rows.length > 0 || cards.rows.length === 0) return;
  const users = await sql<DemoUser>`
    select user_id, mobile, province_id, agent_id, sale_user_id, create_time from t_wish_user
    where mobile like '1640000%' and status = 1 and not deleted order by user_id`.execute(db);
  const [partners, channels] = [
    await keysByName(db, registry.partners),
    await keysByName(db, registry.channel),
  ];
  const buyer = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where user_name in ('partner01', 'admin')
    order by user_name desc limit 1`.execute(db);
  const known: Known = {
    partnersId: partners.get(demoPartners[0]?.partnersName ?? '') ?? null,
    channels: [null, ...demoChannels.map(({ channelName }) => channels.get(channelName) ?? null)],
    buyer: buyer.rows[0]?.userId ?? null,
  };
  const random = new Sequence(64);
  const waiting = [...users.rows];
  for (const [at, one] of cards.rows.entries()) {
    const owners = at === 0 ? known.partnersId : null;
    const ruleId = await loadRule(context, one, { at, quantity: 40, partnersId: owners });
    const codes = await codesOf(context, one, {
      ruleId,
      count: 40,
      partnersId: owners,
      random,
      known,
      waiting,
    });
    await keepCodes(context, secrets, one, codes);
  }
  await loadOnline(context, cards.rows);
  await loadPurchases(context, secrets, cards.rows[0], known);
}

/** Adds a rule whose codes are all made, and returns its key. */
async function loadRule(
  context: LoadContext,
  { cardId, cardName, codePrefix }: DemoCard,
  {
    at,
    quantity,
    partnersId,
  }: { readonly at: number; readonly quantity: number; readonly partnersId: number | null },
): Promise<number> {
  const { now } = context;
  // The insertion reserves its serial numbers.
  const [ruleId = 0] = await insertStored(context, cardCodeRule, [
    {
      ...{ ruleName: `${cardName}首发批次`, ruleType: 1, cardId, quantity, prefix: codePrefix, partnersId },
      codeExpireTime: shanghaiTime(new Date(now.getTime() + 300 * dayMs)),
      generatedNum: quantity,
      ruleStatus: 2,
      createTime: shanghaiTime(new Date(now.getTime() - (40 + at) * dayMs)),
    },
  ]);
  return ruleId;
}

interface Batch {
  readonly ruleId: number;
  readonly count: number;
  readonly partnersId: number | null;
  readonly random: Sequence;
  readonly known: Known;
  /** Candidates who have activated no code yet; those who do are taken out. */
  readonly waiting: DemoUser[];
}

/** The codes of a rule: a third activated, some issued, a few voided or expired, the others unused. */
async function codesOf({ db, now }: LoadContext, of: DemoCard, batch: Batch): Promise<DemoCode[]> {
  const { ruleId, count, partnersId, random, known, waiting } = batch;
  const rule = await sql<Columns<typeof cardCodeRule, 'startSerialNo' | 'codeExpireTime' | 'createTime'>>`
    select start_serial_no, code_expire_time, create_time from t_card_code_rule where rule_id = ${ruleId}`.execute(
    db,
  );
  const [made] = rule.rows;
  if (!made) throw new Error(`There is no rule ${ruleId}`);
  const taken = await sql<Columns<typeof userCard, 'userId'>>`
    select user_id from t_user_card where card_type = ${of.cardType} and data_year = ${of.dataYear}
      and status = 1 and not deleted`.execute(db);
  const owning = new Set(taken.rows.map(({ userId }) => userId));
  const start = Number((made.startSerialNo ?? '').slice(-8));
  const createTime = shanghaiTime(made.createTime);
  return randomCodes(count).map((code, at): DemoCode => {
    const share = at / count;
    const daysAgo = random.between(0, 27);
    const time = new Date(now.getTime() - daysAgo * dayMs - random.between(1, 600) * 60_000);
    const found =
      share < 0.35
        ? waiting.findIndex(({ userId, createTime: since }) => !owning.has(userId) && since < time)
        : -1;
    const [user] = found === -1 ? [] : waiting.splice(found, 1);
    const issueTime = share < 0.65 ? shanghaiTime(new Date(time.getTime() - 2 * dayMs)) : null;
    const status = user
      ? states.activated
      : share >= 0.95
        ? states.voided
        : share >= 0.9
          ? states.expired
          : issueTime
            ? states.issued
            : states.unused;
    return {
      code,
      ...(user && { user }),
      row: {
        serialNo: serialNumber(of.codePrefix, of.dataYear, start + at),
        ...{ ruleId, cardId: of.cardId, cardType: of.cardType, dataYear: of.dataYear, partnersId },
        channelId: random.pick(known.channels) ?? null,
        codeStatus: status,
        issueTime,
        codeExpireTime: shanghaiTime(
          status === states.expired ? new Date(now.getTime() - dayMs) : made.codeExpireTime,
        ),
        ...(user && {
          ...{ userId: user.userId, mobile: user.mobile, provinceId: user.provinceId },
          ...{ agentId: user.agentId, saleUserId: user.saleUserId, activateTime: shanghaiTime(time) },
        }),
        ...(status === states.voided && { cancelTime: shanghaiTime(time), cancelReason: '印刷错误' }),
        createTime,
      },
    };
  });
}

/** Stores codes with their seals, and the entitlements of those that were activated. */
async function keepCodes(
  context: LoadContext,
  secrets: Secrets,
  of: DemoCard,
  codes: readonly DemoCode[],
): Promise<void> {
  // A code is sealed for the key of its row, which the insertion gives.
  const keys = await insertStored(
    context,
    cardCode,
    codes.map(({ row }) => ({ ...row, code: '-' })),
  );
  const kept = codes.map(({ code }, at) => sealed({ secrets }, cardCode, keys[at] ?? 0, { code }));
  const column = (name: string) => kept.map(row => String(row[name]));
  await sql`
    update t_card_code as d set code = s.code, code_head = s.head, code_digest = s.digest
    from unnest(${keys}::bigint[], ${column('code')}::text[], ${column('codeHead')}::text[], ${column('codeDigest')}::text[])
      as s(key, code, head, digest) where d.code_id = s.key`.execute(context.db);
  await insertStored(
    context,
    userCard,
    codes.flatMap(({ user, row }) => {
      if (!user) return [];
      const startTime = String(row.activateTime);
      return [
        {
          ...{ userId: user.userId, cardId: of.cardId, cardType: of.cardType, dataYear: of.dataYear },
          ...{ provinceId: user.provinceId, startTime, expireTime: shanghaiTime(of.expireTime) },
          ...{ countLimit: of.countLimit, usedNum: 0, sourceType: 2, sourceNo: row.serialNo, status: 1 },
          createTime: startTime,
        },
      ];
    }),
  );
}

/** A rule of codes on demand. */
async function loadOnline(context: LoadContext, cards: readonly DemoCard[]): Promise<void> {
  const one = cards.at(-1);
  if (!one) return;
  await insertStored(context, cardCodeRule, [
    {
      ...{
        ruleName: '线上活动按需发码',
        ruleType: 3,
        cardId: one.cardId,
        quantity: 0,
        prefix: one.codePrefix,
      },
      codeExpireTime: shanghaiTime(new Date(context.now.getTime() + 200 * dayMs)),
      createTime: shanghaiTime(new Date(context.now.getTime() - 20 * dayMs)),
    },
  ]);
}

/** Purchases of the first partner: one paid with its codes, one that waits for its money, and a closed one. */
async function loadPurchases(
  context: LoadContext,
  secrets: Secrets,
  of: DemoCard | undefined,
  { partnersId, buyer }: Known,
): Promise<void> {
  if (!of || partnersId === null) return;
  const { now } = context;
  const at = (days: number, minutes = 0) =>
    shanghaiTime(new Date(now.getTime() - days * dayMs + minutes * 60_000));
  const order = (days: number, quantity: number, more: Readonly<Record<string, unknown>>) => ({
    orderNo: `C${at(days).replace(/\D/g, '')}${String(410_000 + days * 7_919).padStart(6, '0')}`,
    ...{ cardId: of.cardId, quantity, unitPrice: of.price, amount: times(of.price, quantity), partnersId },
    userId: buyer,
    codeExpireTime: shanghaiTime(of.expireTime),
    createTime: at(days),
    ...more,
  });
  const amount = times(of.price, 20);
  const paid = order(9, 20, {
    ...{ status: 1, payAmount: amount, payType: 4, payTime: at(9, 40), transactionId: '演示转账回单' },
  });
  const [orderId = 0] = await insertStored(context, cardOrder, [
    paid,
    order(0, 50, { status: 0, payType: 5, expireTime: at(-7) }),
    order(15, 100, { status: 2, payType: 1, closeTime: at(15, 30) }),
  ]);
  const ruleId = await loadRule(context, of, { at: 0, quantity: 20, partnersId });
  await sql`update t_card_code_rule set order_id = ${orderId}, rule_name = ${`${of.cardName} ${paid.orderNo}`},
    unit_price = ${of.price}::numeric where rule_id = ${ruleId}`.execute(context.db);
  await sql`update t_card_order set rule_id = ${ruleId} where order_id = ${orderId}`.execute(context.db);
  const batch = { ruleId, count: 20, partnersId, random: new Sequence(9), waiting: [] };
  const codes = await codesOf(context, of, { ...batch, known: { partnersId, buyer, channels: [null] } });
  await keepCodes(
    context,
    secrets,
    of,
    codes.map(({ code, row }) => ({
      code,
      row: {
        ...row,
        ...{ orderNo: paid.orderNo, codeStatus: states.issued, issueTime: at(9, 41), createTime: at(9, 41) },
        ...{ cancelTime: null, cancelReason: null, codeExpireTime: shanghaiTime(of.expireTime) },
      },
    })),
  );
}
