import type { OutboxTopic } from '@yikao/model/codes/outbox.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';
import { elevated } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { historyFrom } from '../history.ts';
import { insertRows } from '../internal-write.ts';
import type { Db } from '../sql.ts';

/** Something that is to reach the outside. */
export interface Message {
  readonly topic: OutboxTopic;
  /**
   * The row it is about, such as `partnersApply:17`. Messages of one subject are sent in the order in which they were
   * posted: whoever posts holds the row's lock, so they commit in the order of their numbers.
   */
  readonly subject: string;
  /** The message that the topic's sender reads; JSON. */
  readonly content: unknown;
}

/** Posts messages in the transaction of what they tell of: they are sent once it commits, and not if it does not. */
export async function postMessages(engine: Engine, db: Db, messages: readonly Message[]): Promise<void> {
  const nextTime = shanghaiTime(engine.clock.now());
  await insertRows(
    engine,
    db,
    registry.outbox,
    messages.map(message => ({ ...message, nextTime })),
    { by: elevated() },
  );
}

/**
 * Posts a message for each row of a query in one statement, as {@link postMessages} does for a few: a publishing that
 * tells 50,000 people holds its locks for as long. The query gives `subject` and `content` (jsonb). Answers how many.
 */
export async function postMessagesOf(
  engine: Engine,
  db: Db,
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
