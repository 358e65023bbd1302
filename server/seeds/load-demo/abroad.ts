import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import {
  type DemoAbroadOrder,
  demoAbroadItems,
  demoAbroadOrders,
  demoAbroadSchools,
  demoDirections,
} from '../demo/abroad.ts';
import { demoPartners } from '../demo/people.ts';
import { insertRows, insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { abroadDirection, abroadSchool, abroadItem, abroadOrder, country, payRecord, refund } = registry;

const dayMs = 86_400_000;
const example = '<p>演示数据：排名、学费和语言要求以学校官网公布的为准。</p>';

/** Rows that the orders refer to. */
interface Known {
  readonly items: readonly { readonly id: number; readonly countryId: number; readonly price: string }[];
  readonly consultants: readonly number[];
  readonly reviewers: readonly number[];
  readonly partnersId: number | null;
}

/**
 * Schools, programmes and orders of study abroad (domain 7.3): rows as the product's own steps would have left them.
 * Nothing is added beside rows of people, nor without the countries.
 */
export async function loadDemoAbroad(context: LoadContext): Promise<void> {
  const { db } = context;
  if (
    await isTrue(
      db,
      sql`exists(select from t_abroad_direction) or exists(select from t_abroad_school)
        or exists(select from t_abroad_item) or exists(select from t_abroad_order)`,
    )
  )
    return;
  const countries = await keysByName(db, country);
  if (demoAbroadItems.some(([, name]) => !countries.has(name))) return;
  await loadCatalogue(context, countries);
  await loadOrders(context);
}

async function loadCatalogue(context: LoadContext, countries: ReadonlyMap<string, number>): Promise<void> {
  const { db } = context;
  const idsOf = (names: readonly string[], keys: ReadonlyMap<string, number>) =>
    names.flatMap(name => keys.get(name) ?? []);
  await insertRows(
    context,
    abroadDirection,
    demoDirections.map(({ name, countries: names }, at) => ({
      ...{ directionName: name, countryIds: idsOf(names, countries), orderNum: at + 1 },
    })),
  );
  const above = await keysByName(db, abroadDirection);
  await insertRows(
    context,
    abroadDirection,
    demoDirections.flatMap(({ name, below, countries: names }) =>
      below.map((directionName, at) => ({
        ...{ directionName, countryIds: idsOf(names, countries), orderNum: at + 1 },
        parentId: above.get(name),
      })),
    ),
  );
  const directions = await keysByName(db, abroadDirection);
  await insertRows(
    context,
    abroadSchool,
    demoAbroadSchools.map(({ country: name, directions: names, ...school }, at) => ({
      ...school,
      ...{ countryId: countries.get(name), directionIds: idsOf(names, directions) },
      ...{ orderNum: at + 1, intro: example },
    })),
  );
  const schools = await keysByName(db, abroadSchool);
  await insertRows(
    context,
    abroadItem,
    demoAbroadItems.map(([itemName, countryName, direction, school, degree, price, duration], at) => ({
      ...{ itemName, degree, price, duration, orderNum: at + 1, intro: example },
      countryId: countries.get(countryName),
      directionId: directions.get(direction),
      schoolId: school === null ? null : schools.get(school),
      requirement: '作品集 1 份；高中或大学成绩单；语言成绩（可后补）；个人陈述与推荐信',
      // The last one shows what a programme off the shelf looks like.
      upStatus: at === demoAbroadItems.length - 1 ? 0 : 1,
    })),
  );
}

/** Keys of accounts with these names, or of the first account. */
async function accounts(context: LoadContext, ...names: string[]): Promise<number[]> {
  const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where not deleted
    order by user_name = any(${names}::text[]) desc, user_id limit ${names.length}`.execute(context.db);
  return found.rows.map(({ userId }) => userId);
}

async function loadOrders(context: LoadContext): Promise<void> {
  const { db } = context;
  const items = await sql<Known['items'][number]>`
    select id, country_id, price::text as price from t_abroad_item order by order_num`.execute(db);
  const partners = await keysByName(db, registry.partners);
  const known: Known = {
    items: items.rows,
    consultants: await accounts(context, 'sale01'),
    reviewers: await accounts(context, 'finance01'),
    partnersId: partners.get(demoPartners[0]?.partnersName ?? '') ?? null,
  };
  const rows = demoAbroadOrders.map((order, at) => orderRow(context.now, order, at, known));
  const orderIds = await insertStored(context, abroadOrder, rows);
  await insertStored(
    context,
    payRecord,
    rows.flatMap(row => (row.payType === 1 || row.payType === 2 ? [paymentOf(row)] : [])),
  );
  await insertStored(
    context,
    refund,
    rows.flatMap((row, at) =>
      row.status === 3 ? [refundOf(context.now, row, orderIds[at] ?? 0, known)] : [],
    ),
  );
}

const numberOf = (letter: string, time: string, at: number) =>
  `${letter}${time.replace(/\D/g, '')}${String(310_000 + at * 7_919).padStart(6, '0')}`;

function orderRow(now: Date, order: DemoAbroadOrder, at: number, known: Known) {
  const { items, consultants, partnersId } = known;
  const item = items[order.item];
  if (!item) throw new Error(`There is no programme ${order.item}`);
  const { status, daysAgo } = order;
  // An order of today was placed minutes ago, the others on their day in the morning.
  const placed = new Date(
    daysAgo === 0 ? now.getTime() - 5 * 60_000 : now.getTime() - daysAgo * dayMs + ((at * 37) % 120) * 60_000,
  );
  const later = (minutes: number) => shanghaiTime(new Date(placed.getTime() + minutes * 60_000));
  const paid = status === 1 || status === 3;
  const orderNo = numberOf('A', shanghaiTime(placed), at);
  return {
    ...{ orderNo, itemId: item.id, studentName: order.name, mobile: order.mobile, countryId: item.countryId },
    amount: item.price,
    payAmount: paid ? item.price : '0.00',
    refundAmount: status === 3 ? item.price : '0.00',
    status,
    serviceStage: order.stage,
    consultantId: consultants[at % consultants.length],
    partnersId: order.ofPartner ? partnersId : null,
    payType: paid ? order.payType : null,
    payTime: paid ? later(9) : null,
    transactionId: paid && order.payType < 3 ? `L${numberOf('P', later(2), at)}` : null,
    expireTime: status === 0 ? shanghaiTime(new Date(now.getTime() + 3 * dayMs)) : null,
    closeTime: status === 2 ? later(30) : null,
    refundTime: status === 3 ? later(26 * 60) : null,
    createTime: shanghaiTime(placed),
  };
}

type OrderRow = ReturnType<typeof orderRow>;

function paymentOf(row: OrderRow) {
  const payNo = (row.transactionId ?? '').slice(1);
  return {
    ...{ payNo, bizType: 3, orderNo: row.orderNo, amount: row.amount, paidAmount: row.amount },
    ...{ payType: row.payType, payStatus: 1, payTime: row.payTime, transactionId: row.transactionId },
    ...{ gateway: 'local', expireTime: row.payTime, partnersId: row.partnersId },
    ...{ saleUserId: row.consultantId, createTime: row.createTime },
  };
}

function refundOf(now: Date, row: OrderRow, abroadOrderId: number, { reviewers }: Known) {
  const refundTime = row.refundTime ?? shanghaiTime(now);
  return {
    refundNo: numberOf('R', refundTime, 1),
    ...{ bizType: 3, refundKind: 1, orderNo: row.orderNo, abroadOrderId },
    ...{ amount: row.payAmount, payAmount: row.payAmount, usedNum: 0, countLimit: 1 },
    ...{ reason: '家庭计划有变，暂不出国', refundStatus: 3, applyBy: row.consultantId },
    ...{ auditBy: reviewers[0], auditTime: refundTime, refundTime, auditRemark: '同意' },
    ...{ partnersId: row.partnersId, saleUserId: row.consultantId, createTime: row.payTime ?? refundTime },
  };
}
