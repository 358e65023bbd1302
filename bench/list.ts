/**
 * The calls that people use for reading, compared with the same SQL sent by the same driver without a framework: a
 * filtered page of ten with its total, a page of all rows with its total, a page nearly at the end, and one row, over a
 * million rows on a PostgreSQL server. The bare statements are not prepared and count each time. The two take turns, so
 * that noise on the machine affects both. At the end the filtered page is compared with what its bare statements and an
 * empty call of the same server, one after the other, would allow: with a statement that counts each time, and with the
 * page's statement alone, kept prepared, as if somebody else knew the total.
 *
 *   node bench/list.ts [rows]
 */
import { calendarPath, startCalendarServer } from './calendar-server.ts';

const rows = Number(process.argv[2] ?? 1_000_000);
const connections = 16;
const secondsEach = 5;
const turns = 3;
/** Pages that lie before one that is nearly at the end. */
const far = Math.floor(rows / 10) - 100;
/** A call that needs a session and answers from memory. */
const emptyPath = '/api/base/import/options?tableId=10';
const listPath = `${calendarPath}/list?size=10`;

/** The rows of one province and year. */
const ofOne = 'd.province_id = any($1::bigint[]) and d.data_year = $2';

const names = `
  (select province_name from t_province as x where x.province_id = d.province_id and not x.deleted limit 1) as a,
  (select joint_category_name from t_joint_category as x where x.joint_category_id = d.joint_category_id
    and x.data_year = d.data_year and x.province_id = d.province_id and not x.deleted limit 1) as b,
  (select school_name from t_school as x where x.school_id = d.school_id and not x.deleted limit 1) as c`;

const { pool, get, stop } = await startCalendarServer(rows, connections);
try {
  const one = Number((await pool.query('select max(data_id) as id from t_sch_exam_type')).rows[0]?.id);
  const before = await get(`${listPath}&current=${far}`);
  const after = (JSON.parse(before) as { data: { next: string } }).data.next;
  console.log(
    `${rows.toLocaleString('en')} rows; ${connections} connections; calls a second, bare SQL and the product`,
  );
  for (const { name, sql, path, aim } of [
    { name: 'a page of one province and year', sql: filtered, path: filteredPath, aim: 1.5 },
    { name: 'a page of all rows', sql: unfiltered, path: () => listPath, aim: 8 },
    { name: 'a page far in, jumped to', sql: farAway, path: () => `${listPath}&current=${far + 1}` },
    {
      name: 'a page far in, the next one',
      sql: farAway,
      path: () => `${listPath}&current=${far + 1}&after=${after}`,
    },
    {
      name: 'one row',
      sql: () => oneRow(one),
      path: (page: number) => `${calendarPath}/info?dataId=${one - page}`,
    },
  ]) {
    const bare: number[] = [];
    const product: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      bare.push(await perSecond(sql));
      product.push(await perSecond(page => get(path(page))));
    }
    const ratio = (median(product) / median(bare)).toFixed(2);
    console.log(
      `${name.padEnd(34)} ${median(bare).toFixed(0).padStart(6)} ${median(product).toFixed(0).padStart(6)}  ${ratio} times${aim ? ` (aim ${aim})` : name === 'one row' ? ' (aim: 4,000 a second where it had 1,696)' : ''}`,
    );
  }
  const [counting = 0, prepared = 0, empty = 0, product = 0] = await inTurns([
    filtered,
    preparedPage,
    () => get(emptyPath),
    page => get(filteredPath(page)),
  ]);
  for (const [kind, bare] of [
    ['bare pages that count', counting],
    ['bare pages, prepared and without a total,', prepared],
  ] as const) {
    const together = 1 / (1 / bare + 1 / empty);
    console.log(
      `a page of one province and year: ${product.toFixed(0)} of ${together.toFixed(0)} that ${bare.toFixed(0)} ${kind} and ${empty.toFixed(0)} empty calls allow, ${(product / together).toFixed(2)} (aim: at least 0.8)`,
    );
  }
} finally {
  await stop();
}

/** The rates of several kinds of work, each the middle one of its turns. */
async function inTurns(works: readonly ((page: number) => Promise<unknown>)[]): Promise<number[]> {
  const rates = works.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [at, work] of works.entries()) rates[at]?.push(await perSecond(work));
  }
  return rates.map(median);
}

/** The statement of a page, by hand. */
function pageSql(where: string, offset: string): string {
  return `select d.*, ${names} from (select * from t_sch_exam_type as d where ${where} and not d.deleted
    order by d.order_num, d.data_id desc limit 10 offset ${offset}) as d`;
}

/** The statements of a page and its total, by hand. */
async function statements(where: string, values: unknown[], page: number): Promise<void> {
  await Promise.all([
    pool.query(pageSql(where, String(page * 10)), values),
    pool.query(`select count(*) from t_sch_exam_type as d where ${where} and not d.deleted`, values),
  ]);
}

function filtered(page: number): Promise<void> {
  return statements(ofOne, [[430000], 2020], page);
}

/** The page of {@link filtered} without its total, by a statement that the server keeps prepared. */
async function preparedPage(page: number): Promise<void> {
  await pool.query({
    name: 'filtered-page',
    text: pageSql(ofOne, '$3'),
    values: [[430000], 2020, page * 10],
  });
}

function unfiltered(): Promise<void> {
  return statements('true', [], 0);
}

function farAway(): Promise<void> {
  return statements('true', [], far);
}

async function oneRow(id: number): Promise<void> {
  await pool.query(`select d.*, ${names} from t_sch_exam_type as d where d.data_id = $1 and not d.deleted`, [
    id,
  ]);
}

function filteredPath(page: number): string {
  return `${calendarPath}/list?provinceId=430000&dataYear=2020&current=${page + 1}&size=10`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The rate of `work` per second with as many in parallel as there are connections. */
async function perSecond(work: (page: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsEach * 1_000;
  const start = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await work(done % 20);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return done / ((performance.now() - start) / 1_000);
}
