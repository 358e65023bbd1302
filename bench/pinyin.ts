/**
 * Names found by the initials of their pinyin among many candidates: in a chooser, in a list with its total, and by the
 * search of the top bar, on both databases.
 *
 *   node bench/pinyin.ts [names]
 */
import type { FoundRows } from '@yikao/model/calls/find-calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Engine } from '@yikao/server/engine/engine.ts';
import { findRows } from '@yikao/server/engine/read/find-rows.ts';
import { options } from '@yikao/server/engine/read/options.ts';
import { page } from '@yikao/server/engine/read/page.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { searchText } from '@yikao/server/engine/search/search-text.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';
import { percentile } from './measure.ts';

const names = Number(process.argv[2] ?? 100_000);
/** The aim: milliseconds of the median. */
const aimMs = 50;
const { wishUser } = registry;

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
const given = [...'子涵宇轩欣怡梓萱浩然诗雅静思雨晨阳佳琪俊杰雪梅文博明哲嘉乐可心晓彤天佑若曦一诺沐辰'];
const nameAt = (n: number) =>
  `${surnames[n % surnames.length]}${given[(n * 7) % given.length]}${given[(n * 13 + (n >> 6)) % given.length]}`;

/** Initials of three letters of which some names are, and some letters of which none is. */
const initials = ['wzh', 'zys', 'lxy', 'cjq', 'yhr', 'hwb', 'xtm', 'sjl', 'gyn', 'qqq', 'lwy', 'tsy'];

for (const on of ['postgres', 'embedded'] as const) {
  const bench = await startEngine(on);
  try {
    await fill(bench.engine);
    await measure(bench.engine, on);
  } finally {
    await bench.stop();
  }
}

async function fill({ db }: Engine): Promise<void> {
  const perStatement = 10_000;
  for (let from = 0; from < names; from += perStatement) {
    const numbers = Array.from({ length: Math.min(perStatement, names - from) }, (_, at) => from + at);
    const texts = numbers.map(nameAt);
    await sql`
      insert into t_wish_user (user_name, user_name_search, mobile, status, data_year)
      select name, search, (13000000000 + n)::text, 1, 2026
      from unnest(${texts}::text[], ${texts.map(searchText)}::text[], ${numbers}::integer[]) as r(name, search, n)`.execute(
      db,
    );
  }
  await sql`vacuum analyze t_wish_user`.execute(db);
}

async function measure(engine: Engine, on: string): Promise<void> {
  const actor = elevated();
  const ways: Readonly<Record<string, (keywords: string) => Promise<number>>> = {
    chooser: async keywords => (await options(engine, wishUser, actor, { keywords, size: 20 })).length,
    list: async keywords => (await page(engine, wishUser, actor, { userName: keywords, size: 20 })).total,
    'top bar': async keywords => rowsIn(await findRows(engine, actor, keywords)),
  };
  for (const [way, ask] of Object.entries(ways)) {
    const times: number[] = [];
    let found = 0;
    for (const keywords of [...initials, ...initials]) {
      const from = performance.now();
      found += await ask(keywords);
      times.push(performance.now() - from);
    }
    const [median, worst] = [
      percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      ),
      Math.max(...times),
    ].map(ms => ms.toFixed(1));
    console.log(
      `${on}, ${way}: ${names} names, median ${median} ms (aim: under ${aimMs}), worst ${worst} ms, ${found} found`,
    );
  }
}

function rowsIn(found: readonly FoundRows[]): number {
  return found.reduce((sum, { rows }) => sum + rows.length, 0);
}
