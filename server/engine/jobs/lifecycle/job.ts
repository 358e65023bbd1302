import type { ColumnFinding, SheetFinding } from '@yikao/model/calls/import-columns.ts';
import type { JobRow, UndoState } from '@yikao/model/calls/jobs.ts';
import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import type { FrozenActor } from '../../scope/actor.ts';
import { countFrom, type Db, type Tx } from '../../table/sql.ts';
import { storableJson, storableText } from '../../write/storable.ts';
import type { Numbering } from '../sheet/row-parts.ts';

/** The facts that a job found out, for programs to read; its sentence is for people. */
export interface JobFinding {
  readonly columns: ColumnFinding;
  /** The field of each column that was read, by column index. */
  readonly fields: readonly (readonly [number, string])[];
  /** Numbering of the file's rows; defaults to that of the sheet. */
  readonly numbering?: Numbering;
  /** Set once the whole sheet was read. */
  readonly sheet?: SheetFinding;
}

/** A job as stored in `t_biz_log` (domain A7). */
export interface Job {
  readonly id: number;
  readonly bizType: number;
  readonly op: JobOperation;
  readonly dataset: string;
  readonly tableId: number | null;
  readonly title: string;
  readonly status: string;
  /** The outcome, empty before it is known; for jobs before migration 0054 in one language only. */
  readonly message: string;
  readonly messageEn: string;
  readonly importBatch: string | null;
  readonly originName: string | null;
  readonly filePath: string | null;
  readonly url: string | null;
  readonly logUrl: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly actor: FrozenActor;
  readonly userId: number;
  readonly done: number;
  readonly total: number | null;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly successNum: number;
  readonly failNum: number;
  readonly insertNum: number;
  readonly updateNum: number;
  readonly sameNum: number;
  /** Last sheet row whose effects are committed. */
  readonly checkpoint: number;
  /** Number of attempts; it fences off an earlier worker that is still alive. */
  readonly attempts: number;
  readonly cancelRequested: boolean;
  /** SHA-256 of the file, in hexadecimal. */
  readonly fileSha256: string | null;
  /** Progress of undoing the job (migration 0019). */
  readonly undoState: UndoState;
  /** Position of a job that does not read a sheet. */
  readonly position: number;
  /** Position in the file the job is writing, in a format private to the job's kind. */
  readonly resume: Readonly<Record<string, unknown>> | null;
  /** Attempts in a row that have ended without getting further, the present one among them. */
  readonly fruitless: number;
  readonly finding: JobFinding | null;
  /** Its files were removed since, for being old. */
  readonly fileExpired: boolean;
  readonly createTime: Date;
  readonly finishTime: Date | null;
}

const columns = sql`
  id, biz_type, op, dataset, table_id, title, status, message, message_en, import_batch, origin_name,
  file_path, url, log_url, params, actor, user_id, done, total, bytes_done, bytes_total, success_num,
  fail_num, insert_num, update_num, same_num, checkpoint, attempts, cancel_requested,
  file_sha256, job_undo_state(undone_by) as undo_state, position, resume, fruitless, finding,
  file_expired, create_time, finish_time`;

/** The first entry of a new job. */
export type NewJob = Pick<Job, 'bizType' | 'dataset' | 'tableId' | 'title' | 'params' | 'actor'> & {
  /** Name of its kind. */
  readonly op: string;
} & Partial<Pick<Job, 'importBatch' | 'originName' | 'filePath' | 'fileSha256'>>;

/** Writes a new job into the history and answers its id. */
export async function createJob(db: Db, job: NewJob): Promise<number> {
  const made = await sql<Pick<Job, 'id'>>`
    insert into t_biz_log (biz_type, op, dataset, table_id, title, import_batch, origin_name, file_path, file_sha256, params, actor, user_id)
    values (${job.bizType}, ${job.op}, ${job.dataset}, ${job.tableId}, ${job.title}, ${job.importBatch ?? null},
      ${job.originName ?? null}, ${job.filePath ?? null}, ${job.fileSha256 ?? null}, ${storableJson(job.params)}::jsonb,
      ${JSON.stringify(job.actor)}::jsonb, ${job.actor.userId})
    returning id`.execute(db);
  return made.rows[0]?.id ?? 0;
}

/** The job with this id, or undefined. */
export async function findJob(db: Db, id: number): Promise<Job | undefined> {
  const found = await sql<Job>`select ${columns} from t_biz_log where id = ${id}`.execute(db);
  return found.rows[0];
}

/** The last job of its owner that has read or made a file; undefined for a file of no job. */
export async function findJobOfFile(
  db: Db,
  { path, userId }: { readonly path: string; readonly userId: number | null },
): Promise<Job | undefined> {
  const found = await sql<Job>`
    select ${columns} from t_biz_log
    where user_id = ${userId} and ${path} in (url, log_url, file_path) order by id desc limit 1`.execute(db);
  return found.rows[0];
}

/**
 * Takes a job: increments its attempt, which fences every later write, so that a worker believed dead cannot write
 * alongside its successor. Undefined if the job is already over.
 */
export async function claimJob(db: Db, id: number): Promise<Job | undefined> {
  const claimed = await sql<Job>`
    update t_biz_log set attempts = attempts + 1, fruitless = fruitless + 1, start_time = coalesce(start_time, now())
    where id = ${id} and status = 'processing' returning ${columns}`.execute(db);
  return claimed.rows[0];
}

/** Thrown when another worker has taken the job over, or it was ended meanwhile: stop without a word. */
export class JobLost extends Error {
  constructor(id: number) {
    super(`Job ${id} is no longer this worker's`);
    this.name = 'JobLost';
  }
}

/** Thrown inside a job after a request to stop it. */
export class JobCancelled extends Error {
  constructor(id: number) {
    super(`Job ${id} was cancelled`);
    this.name = 'JobCancelled';
  }
}

/** The counts that a chunk adds to a job, and the job's new position. */
export interface Progress {
  readonly done: number;
  readonly checkpoint: number;
  readonly position?: number;
  /** Position in the file, if it was just flushed to disk; undefined keeps the last position. */
  readonly resume?: Readonly<Record<string, unknown>> | undefined;
  readonly total: number | null;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly inserted: number;
  readonly updated: number;
  readonly same: number;
  readonly failed: number;
}

/**
 * Writes progress in the transaction of the rows it covers. Locks the job's row, so call it first. Throws
 * {@link JobLost} or {@link JobCancelled}; the transaction is then rolled back.
 */
export async function advanceJob(db: Tx, job: Job, by: Progress): Promise<void> {
  const moved = await sql<Pick<Job, 'cancelRequested'>>`
    update t_biz_log set
      done = ${by.done}, checkpoint = ${by.checkpoint}, position = ${by.position ?? 0}, total = ${by.total},
      bytes_done = ${by.bytesDone}, bytes_total = ${by.bytesTotal},
      insert_num = insert_num + ${by.inserted}, update_num = update_num + ${by.updated},
      same_num = same_num + ${by.same}, fail_num = fail_num + ${by.failed},
      success_num = success_num + ${by.inserted + by.updated + by.same},
      resume = coalesce(${by.resume ? JSON.stringify(by.resume) : null}::jsonb, resume),
      fruitless = ${by.checkpoint > 0 || by.position || by.resume ? sql`0` : sql`fruitless`}
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'
    returning cancel_requested`.execute(db);
  const row = moved.rows[0];
  if (!row) throw new JobLost(job.id);
  if (row.cancelRequested) throw new JobCancelled(job.id);
}

/** The outcome of a job. */
export interface Ending {
  readonly status: 'success' | 'fail' | 'cancelled';
  readonly message: Label;
  readonly url?: string | null;
  readonly logUrl?: string | null;
  readonly finding?: JobFinding | undefined;
}

/** Ends a job; does nothing and answers false if this worker no longer holds it. */
export async function finishJob(db: Db, job: Pick<Job, 'id' | 'attempts'>, ending: Ending): Promise<boolean> {
  const ended = await sql`
    update t_biz_log set status = ${ending.status}, message = ${storableText(ending.message.zh)},
      message_en = ${storableText(ending.message.en)}, finish_time = now(),
      url = ${ending.url ?? null}, log_url = ${ending.logUrl ?? null}, resume = null,
      finding = ${ending.finding ? storableJson(ending.finding) : null}::jsonb
    where id = ${job.id} and attempts = ${job.attempts} and status = 'processing'`.execute(db);
  return ended.numAffectedRows === 1n;
}

/** Progress of a job, 0 to 100: by rows if their number is known, else by bytes read. */
export function progressOf(job: Pick<Job, 'status' | 'done' | 'total' | 'bytesDone' | 'bytesTotal'>): number {
  if (job.status === 'success') return 100;
  const share =
    job.total !== null && job.total > 0
      ? job.done / job.total
      : job.bytesTotal > 0
        ? job.bytesDone / job.bytesTotal
        : 0;
  return Math.min(job.status === 'processing' ? 99 : 100, Math.floor(share * 100));
}

/** Rows that a job has written; for a dry run, the rows it would write. */
export function writtenRows(job: Pick<Job, 'insertNum' | 'updateNum' | 'params'>): number {
  return job.params.dryRun === true ? 0 : job.insertNum + job.updateNum;
}

/** Reports whether a job's work can be undone and has not been yet. */
export function isUndoable({ jobWorks }: Pick<Engine, 'jobWorks'>, job: Job): boolean {
  const undo = jobWorks.some(({ kind }) => kind.name === job.op && kind.undo);
  return undo && writtenRows(job) > 0 && job.status !== 'processing' && job.undoState === 'none';
}

/** The outcome of a job, as people read it. */
export function messageOf(job: Pick<Job, 'message' | 'messageEn'>, language: Language): string {
  return (language === 'en' && job.messageEn) || job.message;
}

/** The name of a job: the one its starter gave it, else its dataset's, in the reader's language. */
function titleOf(engine: Pick<Engine, 'datasets'>, job: Job, language: Language): string {
  const label = engine.datasets.find(({ name }) => name === job.dataset)?.label;
  const led = label && [label.zh, label.en].find(own => job.title === own || job.title.startsWith(`${own}-`));
  return label && led ? label[language] + job.title.slice(led.length) : job.title;
}

/** A job as it leaves; `userName` is shown to administrators, who see other people's jobs. */
export function presentJob(
  engine: Pick<Engine, 'jobWorks' | 'datasets'>,
  job: Job,
  language: Language,
): JobRow {
  return {
    id: job.id,
    bizType: job.bizType,
    op: job.op,
    status: job.status === 'cancelled' ? 'fail' : job.status,
    logUrl: job.logUrl,
    url: job.url,
    createTime: shanghaiTime(job.createTime),
    finishTime: job.finishTime && shanghaiTime(job.finishTime),
    batch: job.importBatch,
    progress: progressOf(job),
    tableId: job.tableId,
    title: titleOf(engine, job, language),
    originName: job.originName,
    userName: job.actor.userName,
    done: job.done,
    total: job.total,
    successNum: job.successNum,
    failNum: job.failNum,
    insertNum: job.insertNum,
    updateNum: job.updateNum,
    sameNum: job.sameNum,
    dryRun: job.params.dryRun === true,
    cancelled: job.status === 'cancelled',
    message: messageOf(job, language),
    cancellable: job.status === 'processing' && !job.cancelRequested,
    undoable: isUndoable(engine, job),
    undoState: job.undoState,
    redo: job.params.redo === true,
    fileExpired: job.fileExpired,
  };
}

/** Jobs of the history, newest first. */
export async function listJobs(
  db: Db,
  filter: {
    readonly bizTypes: readonly number[];
    readonly userId: number | null;
    readonly ids: readonly number[];
  },
  current: number,
  size: number,
): Promise<{ records: Job[]; total: number }> {
  const where = sql`
    (${filter.userId}::bigint is null or user_id = ${filter.userId}::bigint)
    and (${filter.bizTypes.length === 0} or biz_type = any(${[...filter.bizTypes]}::integer[]))
    and (${filter.ids.length === 0} or id = any(${[...filter.ids]}::bigint[]))`;
  const [rows, total] = await Promise.all([
    sql<Job>`select ${columns} from t_biz_log where ${where} order by id desc limit ${size} offset ${(current - 1) * size}`.execute(
      db,
    ),
    countFrom(db, sql`t_biz_log where ${where}`),
  ]);
  return { records: rows.rows, total };
}

/** Most jobs that are looked through for those that wait for their owner. */
const waitingJobsMax = 100;

/**
 * The jobs of one person that wait for him, newest first: running ones; the last import or batch update of each dataset
 * since `from` if rows of it were refused; and those that ended since `today` and can be undone.
 */
export async function jobsWaitingFor(
  engine: Pick<Engine, 'db' | 'jobWorks'>,
  userId: number,
  { from, today }: { readonly from: Date; readonly today: Date },
): Promise<{ readonly running: Job[]; readonly refused: Job[]; readonly undoable: Job[] }> {
  const { rows } = await sql<Job>`
    select ${columns} from t_biz_log
    where user_id = ${userId} and (status = 'processing' or create_time >= ${from}::timestamptz)
    order by id desc limit ${waitingJobsMax}`.execute(engine.db);
  const ended = rows.filter(job => job.status !== 'processing' && job.params.dryRun !== true);
  const written = ended.filter(({ op }) => op === 'import' || op === 'batchUpdate');
  // A later file of the dataset has answered an earlier one.
  const last = written.filter(job => written.find(({ dataset }) => dataset === job.dataset) === job);
  return {
    running: rows.filter(({ status }) => status === 'processing'),
    refused: last.filter(
      ({ status, failNum, undoState }) => undoState === 'none' && (failNum > 0 || status === 'fail'),
    ),
    undoable: ended.filter(
      job => job.finishTime !== null && job.finishTime >= today && isUndoable(engine, job),
    ),
  };
}
