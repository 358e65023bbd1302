import { registry } from '@yikao/model/contexts/datasets.ts';
import { sendTextsByFile } from '@yikao/model/contexts/reach/reach.jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { maskMobile } from '@yikao/model/rules/mask.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import {
  defineJobWork,
  type JobProblem,
  type JobTask,
} from '../../../engine/jobs/feature/define-job-work.ts';
import { plainHeader } from '../../../engine/jobs/sheet/column-match.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { openWorkbook, type SheetRow } from '../../../excel/index.ts';
import { ownerOf } from '../../people/accounts/organisation.ts';
import { lockSending, partsLeft } from './budget.ts';
import { compose, type Receiver, readyTemplate, reasons } from './compose.ts';
import { planFor, queueTexts } from './queue-texts.ts';

const { smsRecord } = registry;

/** Rows per transaction. */
const chunkRows = 500;
/** Most rows of a file. */
const mostRows = 100_000;
/** Rows above the table in which its header is looked for. */
const headerWithin = 10;

type Task = JobTask<z.output<typeof sendTextsByFile.params>>;

/** A receiver with the row in the file. */
interface Listed {
  readonly row: number;
  readonly receiver: Receiver;
}

const mobileHeaders = new Set(
  [
    smsRecord.fields.mobile.label.zh,
    smsRecord.fields.mobile.label.en,
    'mobile',
    '手机号',
    '手机号码',
    '电话',
  ].map(plainHeader),
);

function refused(zh: string, en: string) {
  return failure('unmetNeeds', { params: { zh, en } });
}

/** The receivers in a file's first visible sheet; every further column is a variable of that name. */
async function listedIn(engine: Engine, filePath: string): Promise<readonly Listed[]> {
  const copy = await engine.files.localCopy(filePath.slice(1));
  try {
    const workbook = await openWorkbook(copy.path);
    try {
      const sheet = workbook.sheets.find(({ hidden }) => !hidden)?.index ?? 0;
      return await receiversOf(workbook.rows(sheet));
    } finally {
      await workbook.close();
    }
  } finally {
    await copy.release();
  }
}

async function receiversOf(batches: AsyncIterable<readonly SheetRow[]>): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  let names: readonly string[] | undefined;
  let at = -1;
  for await (const batch of batches) {
    for (const { number, cells } of batch) {
      if (names === undefined) {
        at = cells.findIndex(cell => mobileHeaders.has(plainHeader(cellText(cell))));
        if (at >= 0)
          names = cells.map(cell =>
            cellText(cell)
              .trim()
              .replace(/^\{(.*)\}$/, '$1'),
          );
        else if (number >= headerWithin) throw withoutColumn();
        continue;
      }
      const mobile = cellText(cells[at]).trim();
      if (mobile === '') continue;
      const values = names.flatMap((name, column) =>
        column === at || name === '' ? [] : [[name, cellText(cells[column]).trim()] as const],
      );
      listed.push({
        row: number,
        receiver: { mobile, leadId: null, of: maskMobile(mobile), values: Object.fromEntries(values) },
      });
      if (listed.length > mostRows) {
        throw refused(
          `一个名单最多 ${mostRows} 行，请拆分后再上传`,
          `A list has ${mostRows} rows at most: split it`,
        );
      }
    }
  }
  if (names === undefined) throw withoutColumn();
  return listed;
}

function withoutColumn() {
  return refused('名单里没有“手机”一列', 'The list has no column “Mobile”');
}

/** Lists by the task that reads them, so that a run reads its file once. */
const lists = new WeakMap<object, Promise<readonly Listed[]>>();

function listOf(task: Task): Promise<readonly Listed[]> {
  const known = lists.get(task);
  if (known) return known;
  const list = listedIn(task.engine, task.params.filePath);
  lists.set(task, list);
  return list;
}

/** The numbers among these that an earlier part of the list has brought into the queue. */
async function queuedIn(db: Db, batchNo: string, mobiles: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<Columns<typeof smsRecord, 'mobile'>>`
    select mobile from t_sms_record
    where batch_no = ${batchNo} and mobile = any(${[...mobiles]}::text[])`.execute(db);
  return new Set(found.rows.map(({ mobile }) => mobile));
}

/**
 * Sends a text to the numbers of a file, some hundreds in a transaction that commits with the job's checkpoint: a job
 * that is broken off goes on after the last of them, and nobody is queued twice. Rows that get no text are reported by
 * row: wrong numbers, numbers that are there twice, opt-outs, missing variables, and those past the day's budget.
 */
export const sendTextsWork = defineJobWork(sendTextsByFile, {
  carry: { queued: 0, parts: 0 },
  told: 'mobile',
  total: async task => (await listOf(task)).length,
  async chunk(db, task, after, { queued, parts }) {
    const { engine, actor, params, jobId } = task;
    const batchNo = `job-${jobId}`;
    const rows = (await listOf(task)).filter(({ row }) => row > after).slice(0, chunkRows);
    const rowOf = new Map(rows.map(({ receiver, row }) => [receiver, row]));
    await lockSending(db);
    const now = engine.clock.now();
    const template = await readyTemplate(db, params.templateId);
    const composed = await compose(
      db,
      template,
      rows.map(({ receiver }) => receiver),
      params.vars,
      now,
    );
    const plan = await planFor(db, template, undefined, now);
    let left = await partsLeft(db, actor.userId, plan);
    const twice = await queuedIn(
      db,
      batchNo,
      composed.texts.map(({ mobile }) => mobile),
    );
    const texts = composed.texts.filter(({ mobile }) => !twice.has(mobile));
    const within = texts.filter(({ billNum }) => {
      left -= billNum;
      return left >= 0;
    });
    const problems: JobProblem[] = [];
    const refuse = (receiver: Receiver, zh: string, en: string) =>
      problems.push({
        key: receiver.of,
        row: rowOf.get(receiver) ?? 0,
        issues: [issue('mobile', 'rule', { zh, en })],
      });
    for (const { receiver, reason } of composed.refused) refuse(receiver, reason.zh, reason.en);
    for (const { receiver, names } of composed.missing) {
      refuse(receiver, `缺少“${names.join('、')}”`, `has no value of ${names.join(', ')}`);
    }
    for (const { receiver, mobile } of composed.texts) {
      if (twice.has(mobile)) refuse(receiver, reasons.twice.zh, reasons.twice.en);
    }
    for (const { receiver } of texts.slice(within.length)) {
      refuse(receiver, '超过当天的短信上限', 'goes beyond the budget of the day');
    }
    await queueTexts(engine, db, within, {
      actor,
      owner: await ownerOf(db, { userId: actor.userId }),
      template,
      batchNo,
      plan,
    });
    return {
      rows: rows.length,
      next: rows.length < chunkRows ? undefined : rows.at(-1)?.row,
      inserted: within.length,
      problems: problems.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)),
      carry: {
        queued: queued + within.length,
        parts: parts + within.reduce((sum, { billNum }) => sum + billNum, 0),
      },
    };
  },
  message: ({ total, failed, carry: { queued, parts } }) =>
    label(
      `名单共 ${total} 行，已排队 ${queued} 条短信，计费 ${parts} 条${failed > 0 ? `；${failed} 行未发送，见错误文件` : ''}`,
      `${total} rows: ${queued} texts were queued, ${parts} parts${failed > 0 ? `; ${failed} rows get none, see the file of errors` : ''}`,
    ),
});
