import type { segment } from '@yikao/model/datasets/admission/segment.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { isEmpty } from '@yikao/model/kernel/validate.ts';
import { fromHundredths, hundredths } from '@yikao/model/rules/segments.ts';
import { sql } from 'kysely';
import type { FileCheck } from '../../engine/file-checks.ts';
import type { Db } from '../../engine/sql.ts';

type Fields = (typeof segment)['fields'];

/** One table of a file: what tells it apart, and the numbers of its rows. */
interface Part {
  readonly key: readonly number[];
  readonly rows: number[];
  readonly scores: number[];
  readonly same: number[];
  readonly totals: number[];
}

/** A row of a table as it will stand; `row` is its number in the file, undefined for one that stands already. */
interface Standing {
  readonly score: number;
  readonly same: number;
  readonly total: number;
  readonly row: number | undefined;
}

/**
 * The scores of each table in a file must fall from row to row, as it is published: a score that does not is a slip of the
 * hand or a row out of place (domain D7). And segments must add up, table by table, from the highest score down: each total
 * is the one above and the row's own people together. Rows that stand already and are not in the file count as well, so that a table comes in
 * several files, and one row of it can be put right by a file of one row.
 */
export const segmentsAddUp: FileCheck<Fields> = {
  reads: ['dataYear', 'provinceId', 'scoreType', 'score', 'sameNum', 'totalNum'],
  open(report) {
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
          report(number, issue('score', 'rule', notBelow(rowAbove, pointsAbove)));
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
            // A row that stands already is told at the row of the file above it, which is what it does not follow.
            const at = one.row ?? lastOfFile;
            if (
              wanted !== one.total &&
              at !== undefined &&
              (one.row !== undefined || before?.row !== undefined)
            ) {
              report(at, issue('totalNum', 'rule', one.row === undefined ? clash(one) : sum(wanted, before)));
            }
            lastOfFile = one.row ?? lastOfFile;
            before = one;
          }
        }
      },
    };
  },
};

/** The rows of a table from the highest down: those of the file, and those that stand and are not in it. */
async function standingWith(db: Db, { key, rows, scores, same, totals }: Part): Promise<Standing[]> {
  const [dataYear, provinceId, scoreType, category, aos] = key;
  const found = await sql<{ score: string; same: number; total: number }>`
    select score::text as score, same_num as same, total_num as total from t_segment
    where data_year = ${dataYear} and province_id = ${provinceId} and score_type = ${scoreType}
      and joint_category_id = ${category} and aos = ${aos} and not deleted`.execute(db);
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

function notBelow(row: number, score: number) {
  return {
    ...label(
      `分数须逐行递减：这里应低于第 ${row} 行的 ${fromHundredths(score)} 分`,
      `scores must fall from row to row: this one must be below the ${fromHundredths(score)} of row ${row}`,
    ),
  };
}

function sum(wanted: number, before: Standing | undefined) {
  const above =
    before === undefined
      ? label('这是最高的一行', 'it is the highest row')
      : before.row === undefined
        ? label(
            `表中已有的 ${fromHundredths(before.score)} 分累计 ${before.total}`,
            `${fromHundredths(before.score)}, which stands already, has ${before.total}`,
          )
        : label(`第 ${before.row} 行累计 ${before.total}`, `row ${before.row} has ${before.total}`);
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
