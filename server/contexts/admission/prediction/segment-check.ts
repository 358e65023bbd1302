import { fromHundredths, hundredths } from '@yikao/model/contexts/admission/rules/segments.ts';
import type { segment } from '@yikao/model/contexts/admission/segment.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
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
 * previous one plus the row's own people. Stored rows that are not in the file count as well, so that a table may be
 * imported in several files, and one row corrected by a file of one row.
 */
export const segmentsAddUp: FileCheck<Fields> = {
  reads: ['dataYear', 'provinceId', 'scoreType', 'score', 'sameNum', 'totalNum'],
  open(report, { rowText }) {
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
          for (const one of await standingWith(db, part)) {
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
    key,
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
  own?: number,
): Promise<Standing[]> {
  const [dataYear, provinceId, scoreType, category, aos] = key;
  const found = await sql<Columns<typeof registry.segment, 'score'> & { same: number; total: number }>`
    select score, same_num as same, total_num as total from t_segment
    where data_year = ${dataYear} and province_id = ${provinceId} and score_type = ${scoreType}
      and joint_category_id = ${category} and aos = ${aos} and not deleted
      and segment_id is distinct from ${own ?? null}::bigint`.execute(db);
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
