/**
 * Many simultaneous readers: each opens pages of the exam calendar with changing filters, two seconds between clicks,
 * over five million rows on a PostgreSQL server. Measures calls per second and their duration.
 *
 *   node bench/people.ts [rows] [people] [seconds] [seed]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '@yikao/server/testing/random.ts';
import { calendarPath, startCalendarServer } from './calendar-server.ts';
import { percentile } from './measure.ts';

const rows = Number(process.argv[2] ?? 5_000_000);
const people = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 60);
/** Milliseconds between an answer and the next click. */
const pauseMs = 2_000;
const provinces = [110_000, 310_000, 320_000, 370_000, 420_000, 430_000, 440_000, 510_000];

const { pool, get, stop } = await startCalendarServer(rows, people);

const random = randomFrom(Number(process.argv[5] ?? 20_261_124));

const list = `${calendarPath}/list?size=10`;
const ofProvince = () => `provinceId=${random.pick(provinces)}`;
const ofYear = () => `dataYear=${2018 + random.below(10)}`;
const ofType = () => `examType=${1 + random.below(3)}`;
const onPage = (pages: number) => `current=${1 + random.below(pages)}`;

/** Possible clicks: various filters, pages near and far, other orders, a single row; all equally likely. */
const clicks: Readonly<Record<string, (lastId: number) => string>> = {
  'all rows': () => list,
  'all rows, a later page': () => `${list}&${onPage(30)}`,
  'a province': () => `${list}&${ofProvince()}`,
  'a province and a year': () => `${list}&${ofProvince()}&${ofYear()}&${onPage(5)}`,
  'a year and a type': () => `${list}&${ofYear()}&${ofType()}`,
  'all three, sorted': () => `${list}&${ofProvince()}&${ofYear()}&${ofType()}&sort=-startTime`,
  'a year, fifty rows': () => `${calendarPath}/list?${ofYear()}&size=50`,
  'one row': lastId => `${calendarPath}/info?dataId=${lastId - random.below(10_000)}`,
};

try {
  const found = await pool.query('select max(data_id) as id, count(*) as n from t_sch_exam_type');
  const lastId = Number(found.rows[0]?.id);
  const took: number[] = [];
  const tookOf = new Map(Object.keys(clicks).map(kind => [kind, [] as number[]]));
  const until = performance.now() + seconds * 1_000;
  const start = performance.now();
  const one = async (person: number) => {
    // They do not all begin in the same moment.
    await sleep((pauseMs * person) / people);
    while (performance.now() < until) {
      const [kind, addressOf] = random.pick(Object.entries(clicks));
      const address = addressOf(lastId);
      const asked = performance.now();
      await get(address);
      took.push(performance.now() - asked);
      tookOf.get(kind)?.push(performance.now() - asked);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => one(person)));
  const perSecond = took.length / ((performance.now() - start) / 1_000);
  took.sort((a, b) => a - b);
  const ms = (share: number) => percentile(took, share).toFixed(0);
  for (const [kind, times] of tookOf) {
    times.sort((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map(share => percentile(times, share).toFixed(0).padStart(5));
    console.log(`${kind.padEnd(24)} p50 ${p50} ms, p99 ${p99} ms`);
  }
  console.log(
    `${Number(found.rows[0]?.n).toLocaleString('en')} rows, ${people} people, ${took.length} calls`,
  );
  console.log(
    `${perSecond.toFixed(1)} calls a second (aim 95; ${(people / (pauseMs / 1_000)).toFixed(0)} if answers took no time)`,
  );
  console.log(
    `p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms (aim 300), longest ${Math.max(...took).toFixed(0)} ms`,
  );
} finally {
  await stop();
}
