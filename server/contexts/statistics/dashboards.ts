import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { Point, SaleStat } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { dayPlus } from '@yikao/model/rules/times.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { boundTo } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { incomeOf } from '../settlement/settle-income.ts';
import { type Asked, type Figure, type Range, sumOf, sums } from '../shared/figures.ts';
import { daysOf, rangeOf, todayOf } from './days.ts';

/** Kinds of orders and codes: `type * 10 + status` (spec section 4). */
const types = { guide: 1, prob: 2, list: 3 } as const;
const orderStates = { pay: 1, close: 2, refund: 3 } as const;
const activated = 3;
/** All types of a state: those of `cardType`, and 0 for codes without one. */
const everyType = [0, 1, 2, 3, 9];

/** Paid orders of any type. */
export const paidOrders: Asked = {
  figure: 'order',
  kinds: everyType.map(type => type * 10 + orderStates.pay),
};
/** Activated codes of any type. */
export const activatedCodes: Asked = { figure: 'code', kinds: everyType.map(type => type * 10 + activated) };

/**
 * Change from one number to another in percent, two decimals, half away from zero; null if there was nothing before
 * (domain 4.13).
 */
export function percentThan(today: number, yesterday: number): number | null {
  if (yesterday === 0) return null;
  const exact = ((today - yesterday) * 100) / yesterday;
  return (Math.sign(exact) * Math.round(Math.abs(exact) * 100 + 1e-9)) / 100 || 0;
}

/** Reads figures of dashboards in the shapes that they have there, within the reach of their reader. */
function figuresOf({ db, clock }: Engine, actor: Actor) {
  const today = todayOf(clock.now());
  const yesterday = dayPlus(today, -1);

  /** The numbers of today and yesterday. */
  async function recent(asked: Asked) {
    const found = await sums(db, actor, { ...asked, days: { from: yesterday, to: today } }, ['day']);
    const of = (day: string) => found.find(one => one.day === day) ?? { num: 0, amount: '0' };
    return { today: of(today), yesterday: of(yesterday) };
  }

  /** A figure by day, days without anything as 0. */
  async function line(asked: Asked, countName: string, days: Range): Promise<Point[]> {
    const found = await sums(db, actor, { ...asked, days }, ['day']);
    const numbers = new Map(found.map(({ day, num }) => [day, num]));
    return daysOf(days).map(day => ({ countName, countNumber: numbers.get(day) ?? 0, day }));
  }

  /** A figure of all time by source, the most first. */
  async function bySource(figure: Figure): Promise<{ labelName: string; labelType: number; num: number }[]> {
    const found = await sums(db, actor, { figure }, ['kind']);
    const names = await namesOf(
      't_source',
      'source_id',
      'source_name',
      found.map(({ kind }) => kind),
    );
    const unknown = { zh: '未知来源', en: 'Unknown' }[actor.language];
    return found
      .map(({ kind, num }) => ({ labelName: names.get(kind) ?? unknown, labelType: kind, num }))
      .toSorted((one, other) => other.num - one.num || one.labelType - other.labelType);
  }

  async function namesOf(table: string, key: string, name: string, keys: readonly number[]) {
    const found = await sql<{ key: number; name: string }>`
      select ${sql.id(key)} as key, ${sql.id(name)} as name from ${sql.table(table)}
      where ${sql.id(key)} = any(${[...keys]}::bigint[])`.execute(db);
    return new Map(found.rows.map(one => [one.key, one.name]));
  }

  return { recent, line, bySource, namesOf };
}

/** Reads the dashboards within the reach of their reader. */
export function dashboardsOf(engine: Engine, actor: Actor) {
  const { db, clock } = engine;
  const { recent, line, bySource } = figuresOf(engine, actor);
  return {
    line,
    days: (asked: { readonly startDate?: string | undefined; readonly endDate?: string | undefined }) =>
      rangeOf(asked, clock.now()),

    /** Visitors of all time, counted once a day each, by source. */
    async visit() {
      const list = await bySource('userActive');
      return {
        totalCount: list.reduce((total, { num }) => total + num, 0),
        list: list.map(({ num, ...one }) => ({ ...one, userActiveCount: num })),
      };
    },

    /** Complete profiles by source. */
    async complete() {
      const list = await bySource('complete');
      return {
        totalCount: list.reduce((total, { num }) => total + num, 0),
        list: list.map(({ num, ...one }) => ({ ...one, completeCount: num })),
      };
    },

    async userToday() {
      const visit = await recent({ figure: 'userActive' });
      const complete = await recent({ figure: 'complete' });
      return {
        visit: {
          todayVisitCount: visit.today.num,
          thanYesterdayVisitPercent: percentThan(visit.today.num, visit.yesterday.num),
        },
        complete: {
          todayAddCount: complete.today.num,
          thanYesterdayAddPercent: percentThan(complete.today.num, complete.yesterday.num),
        },
      };
    },

    /** Orders of all time by state and product (domain 3.1, dashboard mapping). */
    async order() {
      const found = await sums(db, actor, { figure: 'order' }, ['kind']);
      const of = (type: number, state: number) =>
        found.find(({ kind }) => kind === type * 10 + state)?.num ?? 0;
      const counts = (state: number) => ({
        probCount: of(types.prob, state),
        guideCount: of(types.guide, state),
        voluntaryListCount: of(types.list, state),
      });
      return {
        pay: counts(orderStates.pay),
        close: counts(orderStates.close),
        refund: counts(orderStates.refund),
      };
    },

    /** The amount that was paid and has not gone back, of all time. */
    async amount() {
      return { totalAmountCount: Number((await sumOf(db, actor, paidOrders)).amount) };
    },

    /** Activated codes of formal cards, by the name of the card (domain 4.13), the most first. */
    async code() {
      const found = await sums(db, actor, { figure: 'cardCode' }, ['kind']);
      const counts = new Map(found.map(({ kind, num }) => [kind, num]));
      const cards = await sql<Columns<typeof registry.card, 'cardId' | 'cardName'>>`
        select card_id, card_name from t_card
        where formal_flag = 1 and card_id = any(${[...counts.keys()]}::bigint[])`.execute(db);
      const totals = new Map<string, number>();
      for (const { cardId, cardName } of cards.rows) {
        totals.set(cardName, (totals.get(cardName) ?? 0) + (counts.get(cardId) ?? 0));
      }
      return [...totals]
        .map(([cardName, allAddCount]) => ({ cardName, allAddCount }))
        .toSorted((one, other) => other.allAddCount - one.allAddCount);
    },

    async saleToday() {
      const sale = await recent(paidOrders);
      const code = await recent(activatedCodes);
      return {
        sale: {
          todayCount: sale.today.num,
          todayAmountCount: Number(sale.today.amount),
          thanYesterdayAddPercent: percentThan(sale.today.num, sale.yesterday.num),
        },
        code: {
          todayCount: code.today.num,
          thanYesterdayAddPercent: percentThan(code.today.num, code.yesterday.num),
        },
      };
    },

    sale: (days: Range) => saleBoardOf(engine, actor, days),
  };
}

/** All figures of the sales dashboard (domain 2.P). */
async function saleBoardOf(engine: Engine, actor: Actor, days: Range): Promise<SaleStat> {
  const { db } = engine;
  const figures = figuresOf(engine, actor);
  const { recent, line } = figures;
  const users = await sumOf(db, actor, { figure: 'userAdd' });
  const added = await recent({ figure: 'userAdd' });
  const active = await recent({ figure: 'userActive' });
  const sales = await sumOf(db, actor, paidOrders);
  const sold = await recent(paidOrders);
  const codes = await recent(activatedCodes);
  const names = { zh: ['线上订单', '激活码激活'], en: ['Paid orders', 'Activated codes'] }[actor.language];
  return {
    user: {
      totalCount: users.num,
      todayVisitCount: active.today.num,
      compareYesterdayVisitCount: active.today.num - active.yesterday.num,
      todayAddCount: added.today.num,
      compareYesterdayAddCount: added.today.num - added.yesterday.num,
    },
    sale: {
      totalCount: sales.num,
      todayCount: sold.today.num,
      thanYesterdayAddCount: sold.today.num - sold.yesterday.num,
    },
    code: { todayCount: codes.today.num, thanYesterdayAddCount: codes.today.num - codes.yesterday.num },
    // People with read-only access who may not see amounts get the rest of the dashboard.
    income: await incomeOf(engine, actor).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'forbidden') return null;
      throw error;
    }),
    incomeOf: boundTo(actor, 'partner', 'read') ? 'own' : 'partners',
    orderLine: await line(paidOrders, names[0] ?? '', days),
    codeLine: await line(activatedCodes, names[1] ?? '', days),
    provinces: await provincesOf(engine, actor, figures),
  };
}

/** Users and paid orders of all time by province, the most users first. */
async function provincesOf({ db }: Engine, actor: Actor, { namesOf }: ReturnType<typeof figuresOf>) {
  const users = await sums(db, actor, { figure: 'userAdd' }, ['province_id']);
  const orders = await sums(db, actor, paidOrders, ['province_id']);
  const sold = new Map(orders.map(one => [one.provinceId, one.num]));
  const added = new Map(users.map(one => [one.provinceId, one.num]));
  const keys = [...new Set([...added.keys(), ...sold.keys()])];
  const names = await namesOf('t_province', 'province_id', 'province_name', keys);
  const none = { zh: '未填写', en: 'Not given' }[actor.language];
  return keys
    .map(key => ({
      provinceId: key === 0 ? null : key,
      countName: names.get(key) ?? none,
      userCount: added.get(key) ?? 0,
      saleCount: sold.get(key) ?? 0,
    }))
    .toSorted(
      (one, other) =>
        other.userCount - one.userCount ||
        other.saleCount - one.saleCount ||
        Number(one.provinceId) - Number(other.provinceId),
    );
}

/**
 * Reports whether the sale flag, or `dashboard.saleUserIds`, gives a person the sales dashboard (spec section 1, domain
 * 2.P).
 */
async function hasSaleBoard({ db }: Engine, { userId }: Actor): Promise<boolean> {
  const ids = (await readParameter(db, 'dashboard.saleUserIds')).split(',').map(text => Number(text.trim()));
  if (ids.includes(userId)) return true;
  const found = await sql<Columns<typeof registry.adminUser, 'saleFlag'>>`
    select sale_flag from t_admin_user where user_id = ${userId} and not deleted`.execute(db);
  return found.rows[0]?.saleFlag === 1;
}

/** Which dashboard a person has, and the year in the headline of the administrators' (spec sections 1 and 2). */
export async function homeOf(engine: Engine, actor: Actor) {
  const board = actor.admin ? 'admin' : (await hasSaleBoard(engine, actor)) ? 'sale' : 'welcome';
  return { board, headlineYear: await readParameter(engine.db, 'dashboard.headlineYear') } as const;
}

/**
 * Throws `forbidden` for people who may not see the sales figures: they require `stat:sale`, which the flag and the
 * parameter imply for a logged-in person. A token has only its own codes.
 */
export async function assertSale(engine: Engine, actor: Actor): Promise<void> {
  if (holds(actor, 'stat:sale')) return;
  if (actor.token === undefined && (await hasSaleBoard(engine, actor))) return;
  throw failure('forbidden');
}
