import { registry } from '@yikao/model/contexts/datasets.ts';
import type { OutboxTopic } from '@yikao/model/contexts/system/outbox.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { historyFrom } from '../history/history.ts';
import { elevated } from '../scope/actor.ts';
import type { Tx } from '../table/sql.ts';
import { insertRows } from '../write/internal-write.ts';

/** An outgoing message. */
export interface Message {
  readonly topic: OutboxTopic;
  /**
   * The row a message is about, such as `partnersApply:17`. Messages with the same subject are sent in the order they
   * were posted: the poster holds the row's lock, so they commit in the order of their ids.
   */
  readonly subject: string;
  /** The message that the topic's sender reads; JSON. */
  readonly content: unknown;
  /** Leave it out to have the message sent at once. Later messages of the subject wait for it. */
  readonly notBefore?: Date;
}

/** Posts messages in the caller's transaction: they are sent after it commits, and not at all if it fails. */
export async function postMessages(engine: Engine, db: Tx, messages: readonly Message[]): Promise<void> {
  const now = engine.clock.now();
  await insertRows(
    engine,
    db,
    registry.outbox,
    messages.map(({ notBefore = now, ...message }) => ({ ...message, nextTime: shanghaiTime(notBefore) })),
    { by: elevated() },
  );
}

/**
 * Posts one message per row of a query in one statement; use {@link postMessages} for a few. Publishing to 50,000
 * people holds its locks for as long as this takes. The query returns `subject` and `content` (jsonb). Returns the
 * number posted.
 */
export async function postMessagesOf(
  engine: Engine,
  db: Tx,
  topic: OutboxTopic,
  query: RawBuilder<unknown>,
): Promise<number> {
  const { outboxStatus, attempts } = registry.outbox.fields;
  const by = elevated();
  const done = await sql<{ n: number }>`
    with posted as (
      insert into t_outbox (topic, subject, content, outbox_status, attempts, next_time, create_by, update_by)
      select ${topic}, told.subject, told.content, ${outboxStatus.default}::smallint, ${attempts.default}::integer,
        ${engine.clock.now()}::timestamptz, ${by.userId}::bigint, ${by.userId}::bigint
      from (${query}) as told order by told.subject
      returning outbox_id as key, version
    ), kept as (${historyFrom(registry.outbox, by, 'added', 'posted', null)})
    select count(*)::integer as n from posted`.execute(db);
  return done.rows[0]?.n ?? 0;
}
