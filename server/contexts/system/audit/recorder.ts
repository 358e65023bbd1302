import { cleanText } from '@yikao/model/fields/text.ts';
import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';
import type { Logger } from '../../../platform/logger.ts';
import { partnerOfAccount } from '../../people/accounts/organisation.ts';
import type { AuditSubject, StoredFacts } from './facts.ts';

/** One line of the audit log (domain A6). */
export interface AuditEntry {
  readonly time: Date;
  readonly userId: number | null;
  readonly userName: string | null;
  /** Account name of a login attempt; its owner is looked up when the line is written. */
  readonly account: string | null;
  readonly module: string;
  readonly action: string;
  readonly bizId: string | null;
  readonly content: string;
  readonly ip: string;
  readonly done: boolean;
  readonly costMs: number;
  /** The rows and the job that the call is about; their names are looked up when the line is written. */
  readonly subject?: AuditSubject | undefined;
}

/** Accepts lines for the audit log without delaying callers; see {@link createRecorder}. */
export interface AuditRecorder {
  note(entry: AuditEntry): void;
  /** Writes the waiting lines; later lines are written at once. */
  stop(): Promise<void>;
}

/** Milliseconds during which lines are collected before they are written together. */
const gatherMs = 500;
/** Lines that are written in one statement. */
const batchSize = 500;
/** Most lines waiting while the database is unavailable; further ones go to the process's log. */
const mostWaiting = 20_000;
/** Milliseconds before a batch that could not be written is tried again. */
const retryMs = 5_000;

/**
 * Writes the audit log asynchronously: lines wait in memory for half a second and are inserted together. A clean stop
 * writes them all. While the database is unavailable they wait; if there are too many, they go to the process's log, so
 * that none is lost without a trace. `look` finds the facts of the lines; a line whose facts are not found goes without.
 */
export function createRecorder(
  db: Db,
  logger: Logger,
  look: (
    subjects: readonly (AuditSubject | undefined)[],
  ) => Promise<readonly (StoredFacts | undefined)[]> = async () => [],
): AuditRecorder {
  const waiting: AuditEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let stopped = false;

  async function write(entries: readonly AuditEntry[]): Promise<void> {
    const facts = await look(entries.map(({ subject }) => subject)).catch(error => {
      logger.warn({ err: error }, 'The facts of lines of the audit log could not be read');
      return [];
    });
    await insert(db, entries, facts);
  }

  /** Writes all that waits; resolves to whether that was possible. */
  async function drain(): Promise<boolean> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      try {
        await write(batch);
      } catch (error) {
        logger.error({ err: error }, `The audit log could not be written; ${waiting.length} lines wait`);
        if (!isAboutData(error)) return false;
        await insertEach(batch);
      }
      waiting.splice(0, batch.length);
    }
    return true;
  }

  /** Writes a batch's lines singly after one was refused by the database; that one goes to the process's log. */
  async function insertEach(batch: readonly AuditEntry[]): Promise<void> {
    for (const entry of batch) {
      await write([entry]).catch(error => {
        logger.error({ err: error, audit: entry }, 'A line of the audit log could not be written');
      });
    }
  }

  function writeWaiting(): Promise<void> {
    timer = undefined;
    writing ??= drain()
      .then(done => {
        if (!done && !stopped) timer ??= setTimeout(writeWaiting, retryMs);
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  }

  return {
    note(entry) {
      if (waiting.length >= mostWaiting) {
        logger.warn({ audit: entry }, 'A line of the audit log had no room');
        return;
      }
      waiting.push(entry);
      if (stopped) void writeWaiting();
      else timer ??= setTimeout(writeWaiting, gatherMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await writing;
      if (!(await drain())) {
        for (const entry of waiting.splice(0))
          logger.warn({ audit: entry }, 'A line of the audit log was left');
      }
    },
  };
}

/** Reports whether PostgreSQL refused the data itself, so that a retry is useless; its class 22 is data exceptions. */
function isAboutData(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('22');
}

/** A text the database can store; null stays null. */
function storable(text: string | null, max: number): string | null {
  return text === null ? null : cleanText(text).slice(0, max).toWellFormed();
}

async function insert(
  db: Db,
  entries: readonly AuditEntry[],
  facts: readonly (StoredFacts | undefined)[],
): Promise<void> {
  const rows = entries.map((entry, at) => ({
    time: entry.time.toISOString(),
    user_id: entry.userId,
    user_name: storable(entry.userName, 32),
    account: storable(entry.account, 64),
    module: entry.module,
    action: entry.action,
    biz_id: storable(entry.bizId, 64),
    content: storable(entry.content, 4_000),
    ip: storable(entry.ip, 45),
    result: entry.done ? 1 : 0,
    cost_ms: entry.costMs,
    facts: facts[at] ?? {},
  }));
  await sql`
    insert into t_audit_log
      (user_id, user_name, module, action, biz_id, content, ip, result, cost_ms, create_time, update_time,
        partners_id, province_id, agent_id, facts)
    select coalesce(r.user_id, u.user_id), coalesce(r.user_name, u.user_name), r.module, r.action, r.biz_id, r.content,
      r.ip, r.result, r.cost_ms, r.time, r.time, ${partnerOfAccount('who')}, who.province_id, who.agent_id,
      nullif(r.facts || case when who.nick_name is null then '{}' else jsonb_build_object('person', who.nick_name) end,
        '{}'::jsonb)::text
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(time timestamptz, user_id bigint, user_name varchar(32),
      account text, module varchar(32), action varchar(32), biz_id varchar(64), content text, ip varchar(45),
      result smallint, cost_ms integer, facts jsonb)
    left join t_admin_user as u on lower(u.user_name) = lower(r.account) and not u.deleted
    left join t_admin_user as who on who.user_id = coalesce(r.user_id, u.user_id)
    order by r.time`.execute(db);
}
