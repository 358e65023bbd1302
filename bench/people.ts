/**
 * Many people who read at once: each opens pages of the exam calendar under changing filters, with two seconds between two
 * clicks, over five million rows on a PostgreSQL server. How many calls a second are answered, and how long they take.
 *
 *   node bench/people.ts [rows] [people] [seconds]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { calendarPath, startCalendarServer } from './calendar-server.ts';
import { percentile } from './measure.ts';

const rows = Number(process.argv[2] ?? 5_000_000);
const people = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 60);
/** Milliseconds between an answer and the next click. */
const pauseMs = 2_000;
const provinces = [110_000, 310_000, 320_000, 370_000, 420_000, 430_000, 440_000, 510_000];

const { pool, get, stop } = await startCalendarServer(rows, people);

/** Where a click leads: filters of several kinds, pages near and far, other orders, one row. */
function click(n: number, lastId: number): string {
  const list = `${calendarPath}/list?size=10`;
  const province = provinces[n % provinces.length];
  const year = 2018 + (n % 10);
  switch (n % 8) {
    case 0:
      return list;
    case 1:
      return `${list}&current=${1 + (n % 30)}`;
    case 2:
      return `${list}&provinceId=${province}`;
    case 3:
      return `${list}&provinceId=${province}&dataYear=${year}&current=${1 + (n % 5)}`;
    case 4:
      return `${list}&dataYear=${year}&examType=${1 + (n % 3)}`;
    case 5:
      return `${list}&provinceId=${province}&dataYear=${year}&examType=${1 + (n % 3)}&sort=-startTime`;
    case 6:
      return `${calendarPath}/list?dataYear=${year}&size=50`;
    default:
      return `${calendarPath}/info?dataId=${lastId - (n % 10_000)}`;
  }
}

try {
  const found = await pool.query('select max(data_id) as id, count(*) as n from t_sch_exam_type');
  const lastId = Number(found.rows[0]?.id);
  const took: number[] = [];
  let clicks = 0;
  const until = performance.now() + seconds * 1_000;
  const start = performance.now();
  const one = async (person: number) => {
    // They do not all begin in the same moment.
    await sleep((pauseMs * person) / people);
    while (performance.now() < until) {
      clicks += 1;
      const asked = performance.now();
      await get(click(clicks * 7 + person, lastId));
      took.push(performance.now() - asked);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => one(person)));
  const perSecond = took.length / ((performance.now() - start) / 1_000);
  took.sort((a, b) => a - b);
  const ms = (share: number) => percentile(took, share).toFixed(0);
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
