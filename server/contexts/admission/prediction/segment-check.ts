import { fromHundredths, hundredths } from '@yikao/model/contexts/admission/rules/segments.ts';
import type { segment } from '@yikao/model/contexts/admission/segment.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Whole } from '../../../engine/store/wholes.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Change, Verdict } from '../../../engine/table/server-side.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { FileCheck } from '../../../engine/write/file-checks.ts';

type Fields = (typeof segment)['fields'];

/** One table in a file: its identifying values, and the numbers of its rows. */
interface Part {
  readonly key: readonly number[];
  readonly rows: number[];
  readonly scores: number[];
  readonly same: number[];
  readonly totals: number[];
}

/** A row of a table after the import; `row` is its number in the file, undefined for a stored one. */
interface Standing {
  readonly score: number;
  readonly same: number;
  readonly total: number;
  readonly row: number | undefined;
}

/**
 * The scores of each table in a file must fall from row to row, as published: otherwise a score is mistyped or a row
 * misplaced (domain D7). And segments must add up within each table, from the highest score down: each total is the
 * previous one plus the row's own people. A file that only adds or only updates joins its table: stored rows that it
 * does not have count as well.
 */
export const segmentsAddUp: FileCheck<Fields> = {
  reads: ['dataYear', 'provinceId', 'scoreType', 'score', 'sameNum', 'totalNum'],
  open(report, { rowText, replaces }) {
    const parts = new Map<string, Part>();
    return {
      row(number, values) {
        const { dataYear, provinceId, scoreType, jointCategoryId, aos, score, sameNum, totalNum } = values;
        if ([dataYear, provinceId, scoreType, score, sameNum, totalNum].some(isEmpty)) return;
        const key = [dataYear, provinceId, scoreType, jointCategoryId ?? 0, aos ?? 3].map(Number);
        const name = key.join();
        const part = parts.get(name) ?? { key, rows: [], scores: [], same: [], totals: [] };
        parts.set(name, part);
        const points = hundredths(String(score));
        const [rowAbove, pointsAbove] = [part.rows.at(-1), part.scores.at(-1)];
        if (rowAbove !== undefined && pointsAbove !== undefined && points >= pointsAbove) {
          report(number, issue('score', 'rule', notBelow(rowText(rowAbove), pointsAbove)));
        }
        part.rows.push(number);
        part.scores.push(points);
        part.same.push(Number(sameNum));
        part.totals.push(Number(totalNum));
      },
      async end(db) {
        for (const part of parts.values()) {
          let before: Standing | undefined;
          let lastOfFile: number | undefined;
          for (const one of await standingWith(db, part, { replaced: replaces })) {
            const wanted = (before?.total ?? 0) + one.same;
            // A stored row is reported at the file's row above it, which it does not continue.
            const at = one.row ?? lastOfFile;
            if (
              wanted !== one.total &&
              at !== undefined &&
              (one.row !== undefined || before?.row !== undefined)
            ) {
              report(
                at,
                issue('totalNum', 'rule', one.row === undefined ? clash(one) : sum(wanted, before, rowText)),
              );
            }
            lastOfFile = one.row ?? lastOfFile;
            before = one;
          }
        }
      },
    };
  },
};

/** The fields that a table of segments has in common. */
export const segmentTableOf = ['dataYear', 'provinceId', 'scoreType', 'jointCategoryId', 'aos'] as const;

/** Tables of segments that do not add up, with the highest row that does not continue the one above it. */
export const wholeTables: Whole<(typeof segmentTableOf)[number]> = {
  of: segmentTableOf,
  async faults(db, wholes, without) {
    const columns = segmentTableOf.map((_, at) => wholes.map(key => key[at] ?? null));
    const [years, provinces, kinds, categories, sides] = columns;
    const found = await sql<{ name: string; score: string; wanted: number; total: number }>`
      select distinct on (name) name, score, wanted, total from (
        select concat_ws(' ', w.data_year, w.province_id, w.score_type, w.joint_category_id, w.aos) as name,
          s.score, s.total_num as total,
          s.same_num + lag(s.total_num, 1, 0) over (
            partition by w.data_year, w.province_id, w.score_type, w.joint_category_id, w.aos
            order by s.score desc) as wanted
        from unnest(${years}::integer[], ${provinces}::bigint[], ${kinds}::integer[], ${categories}::bigint[],
            ${sides}::integer[]) as w(data_year, province_id, score_type, joint_category_id, aos)
          join t_segment as s on s.data_year = w.data_year and s.province_id = w.province_id
            and s.score_type = w.score_type and s.joint_category_id = w.joint_category_id and s.aos = w.aos
        where not s.deleted and s.segment_id <> all(${[...without]}::bigint[])) as row
      where wanted is distinct from total order by name, score desc`.execute(db);
    return new Map(
      found.rows.map(({ name, score, wanted, total }) => [
        name,
        label(
          `整张表会对不上：${score} 分的累计人数是 ${total}，按上面各行应为 ${wanted}。一分一段的各行一起修改：请用文件导入整张表`,
          `the table would no longer add up: ${score} has the total ${total}, and the rows above it make ${wanted}. The rows of a score distribution change together: import the whole table from a file`,
        ),
      ]),
    );
  },
};

/**
 * Checks a saved row against its neighbours, as the rows of a file: its total is the previous one plus its own people,
 * and the next total continues it. To correct several rows together, use a file.
 */
export async function rowAddsUp(db: Db, { key, row }: Change<Fields>): Promise<Verdict<Fields>> {
  const { dataYear, provinceId, scoreType, jointCategoryId, aos, score, sameNum, totalNum } = row;
  if ([dataYear, provinceId, scoreType, score, sameNum, totalNum].some(isEmpty)) return {};
  const points = hundredths(String(score));
  const table = await standingWith(
    db,
    {
      key: [dataYear, provinceId, scoreType, jointCategoryId ?? 0, aos ?? 3].map(Number),
      rows: [0],
      scores: [points],
      same: [Number(sameNum)],
      totals: [Number(totalNum)],
    },
    { own: key },
  );
  const at = table.findIndex(one => one.row !== undefined);
  const [above, below] = [table[at - 1], table[at + 1]];
  const wanted = (above?.total ?? 0) + Number(sameNum);
  if (wanted !== Number(totalNum)) return { issues: [issue('totalNum', 'rule', sum(wanted, above, String))] };
  if (below && below.total !== Number(totalNum) + below.same) {
    return { issues: [issue('totalNum', 'rule', clash(below))] };
  }
  return {};
}

/**
 * The rows of a table from the highest down: those of the file, and stored ones that are not in it; `own` is left out.
 */
async function standingWith(
  db: Db,
  { key, rows, scores, same, totals }: Part,
  { own, replaced = false }: { readonly own?: number | undefined; readonly replaced?: boolean },
): Promise<Standing[]> {
  const [dataYear, provinceId, scoreType, category, aos] = key;
  const found = await sql<Columns<typeof registry.segment, 'score'> & { same: number; total: number }>`
    select score, same_num as same, total_num as total from t_segment
    where data_year = ${dataYear} and province_id = ${provinceId} and score_type = ${scoreType}
      and joint_category_id = ${category} and aos = ${aos} and not deleted
      and segment_id is distinct from ${own ?? null}::bigint and not ${replaced}`.execute(db);
  const inFile = new Set(scores);
  const all: Standing[] = scores.map((score, index) => ({
    score,
    same: same[index] ?? 0,
    total: totals[index] ?? 0,
    row: rows[index],
  }));
  for (const one of found.rows) {
    const score = hundredths(one.score);
    if (!inFile.has(score)) all.push({ score, same: one.same, total: one.total, row: undefined });
  }
  return all.sort((one, other) => other.score - one.score);
}

function notBelow(row: string, score: number) {
  return {
    ...label(
      `分数须逐行递减：这里应低于第 ${row} 行的 ${fromHundredths(score)} 分`,
      `scores must fall from row to row: this one must be below the ${fromHundredths(score)} of row ${row}`,
    ),
  };
}

function sum(wanted: number, before: Standing | undefined, rowText: (row: number) => string) {
  const above =
    before === undefined
      ? label('这是最高的一行', 'it is the highest row')
      : before.row === undefined
        ? label(
            `表中已有的 ${fromHundredths(before.score)} 分累计 ${before.total}`,
            `${fromHundredths(before.score)}, which stands already, has ${before.total}`,
          )
        : label(
            `第 ${rowText(before.row)} 行累计 ${before.total}`,
            `row ${rowText(before.row)} has ${before.total}`,
          );
  return {
    ...label(
      `累计人数不符：${above.zh}，这里应为 ${wanted}`,
      `the total does not add up: ${above.en}, so it must be ${wanted}`,
    ),
  };
}

function clash({ score, same, total }: Standing) {
  return {
    ...label(
      `与表中已有的 ${fromHundredths(score)} 分（本段 ${same}，累计 ${total}）衔接不上`,
      `does not go with ${fromHundredths(score)}, which stands already with ${same} and ${total} in all`,
    ),
  };
}
