import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { OutboxTopic } from '@yikao/model/contexts/system/outbox.codes.ts';
import { outboxStatus } from '@yikao/model/contexts/system/outbox.codes.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { faultOf } from '../../platform/faults.ts';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import { createPlaces } from '../../platform/places.ts';
import type { Engine } from '../engine.ts';
import type { StepRow } from '../steps/step-server.ts';
import { takeStep, tryStep } from '../steps/take-step.ts';
import { codesOf } from '../table/codes-of.ts';
import type { Columns } from '../table/columns.ts';
import { transact } from '../write/transaction.ts';

const outboxIs = codesOf(outboxStatus);

/** A message on its way. */
export interface Delivery {
  readonly outboxId: number;
  /** Passed to vendors that accept idempotency keys, so that a message sent twice counts once. */
  readonly callKey: string;
  readonly attempt: number;
}

/** Sends a message of one topic. Throw to have it retried later, or throw {@link Undeliverable} to give it up. */
export type Sender = (content: unknown, delivery: Delivery) => Promise<void>;

/** Thrown by a sender for a message that no further try can deliver. */
export class Undeliverable extends Error {}

/**
 * Messages sent side by side, those of one topic among them, so that a vendor that does not answer holds up no other; and
 * free places from which a check takes further messages.
 */
const places = { all: 60, ofTopic: 20, least: 5 } as const;
/** Tries before a message counts as failed, and the wait before the second one, doubled each time up to the longest. */
const tries = { most: 12, firstMs: 2_000, longestMs: 600_000 } as const;
/** Code of `outboxStatus` of a message that a sender has taken. */
const { sending } = outboxStatus.is;
/** Milliseconds between checks while there is nothing to send. */
const lookMs = 1_000;

/** The parts that {@link createSender} works with. */
export interface SenderParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly senders: Readonly<Record<OutboxTopic, Sender>>;
  /** Nodes of `ROLE=web` send nothing. */
  readonly works: boolean;
}

/** The sender of a node, with its life. */
export interface MessageSender extends Loop {
  /** Sends the messages that are due; returns the number taken. */
  sendDue(): Promise<number>;
}

/**
 * Sends messages from the outbox at least once: taking one changes its state under a lock, so that no two nodes send
 * it, and a message whose sender died is taken again when its lease expires. Only the oldest message of a subject is
 * sent at a time.
 */
export function createSender({ engine, logger, senders, works }: SenderParts): MessageSender {
  const by = { kind: 'vendor' } as const;

  const underway = createPlaces(places.all);
  const byTopic = new Map<string, number>();

  /** Takes at most `most` of the messages that are due, none of the topics that use up their places. */
  async function takeDue(most: number): Promise<readonly StepRow[]> {
    const full = [...byTopic].filter(([, count]) => count >= places.ofTopic).map(([topic]) => topic);
    return transact(engine.db, async db => {
      const due = await sql<Columns<typeof registry.outbox, 'outboxId'>>`
        select o.outbox_id from t_outbox as o
        where o.outbox_status in (${outboxIs.waiting}, ${outboxIs.sending})
          and o.next_time <= ${engine.clock.now()}::timestamptz and not o.deleted
          and o.topic <> all(${full}::text[])
          and not exists (select 1 from t_outbox as e
            where e.subject = o.subject and e.outbox_id < o.outbox_id
              and e.outbox_status in (${outboxIs.waiting}, ${outboxIs.sending}) and not e.deleted)
        order by o.next_time limit ${most} for update skip locked`.execute(db);
      const keys = due.rows.map(({ outboxId }) => outboxId);
      if (keys.length === 0) return [];
      const taken = await takeStep(engine, outboxSteps, 'take', { keys, by, within: db });
      return taken.map(({ before }) => before);
    });
  }

  async function send(row: StepRow): Promise<void> {
    const id = row.rowKey;
    // A message that another sender had taken and not finished, since its node died, is no failure of the vendor.
    const attempt = Math.max(1, Number(row.attempts ?? 0) + (row.outboxStatus === sending ? 0 : 1));
    const topic = row.topic as OutboxTopic;
    try {
      await senders[topic](row.content, { outboxId: id, callKey: `yikao-${id}`, attempt });
      await tryStep(engine, outboxSteps, 'deliver', { keys: id, by });
    } catch (error) {
      logger.error({ err: error, outboxId: id, topic, attempt }, 'A message to the outside was not sent');
      // Our own database or disk was away: the vendor has not failed.
      const ours = faultOf(error) !== undefined;
      if (ours) await takeBackTry(id);
      const errorMsg = (error instanceof Error ? error.message : String(error)).slice(0, limits.address);
      if (!ours && (error instanceof Undeliverable || attempt >= tries.most)) {
        await tryStep(engine, outboxSteps, 'fail', { keys: id, by, given: { errorMsg } });
        return;
      }
      const wait = Math.min(tries.firstMs * 2 ** (attempt - 1), tries.longestMs);
      const nextTime = shanghaiTime(new Date(engine.clock.now().getTime() + wait));
      await tryStep(engine, outboxSteps, 'postpone', { keys: id, by, given: { errorMsg, nextTime } });
    }
  }

  /** Takes back a try that a fault of our own has ended. */
  async function takeBackTry(id: number): Promise<void> {
    await sql`update t_outbox set attempts = greatest(attempts - 1, 0) where outbox_id = ${id}`.execute(
      engine.db,
    );
  }

  async function sendDue(): Promise<number> {
    const rows = await takeDue(places.ofTopic);
    await Promise.all(rows.map(send));
    return rows.length;
  }

  /** Begins to send a message at a place of its topic. */
  function begin(row: StepRow): void {
    const topic = String(row.topic);
    byTopic.set(topic, (byTopic.get(topic) ?? 0) + 1);
    underway.put(async () => {
      try {
        await send(row);
      } catch (error) {
        logger.error({ err: error, outboxId: row.rowKey }, 'The outcome of a message was not written down');
      } finally {
        byTopic.set(topic, (byTopic.get(topic) ?? 1) - 1);
      }
    });
  }

  const loop = createLoop({
    logger,
    name: 'Looking for messages to the outside',
    works,
    afterFailureMs: lookMs,
    // A message that is not answered holds its own place; the others are sent meanwhile.
    async look() {
      if (underway.free < places.least) {
        await underway.oneFree();
        return 0;
      }
      const rows = await takeDue(Math.min(underway.free, places.ofTopic));
      for (const row of rows) begin(row);
      return rows.length > 0 ? 0 : lookMs;
    },
  });
  return {
    start: loop.start,
    sendDue,
    async stop() {
      await loop.stop();
      await underway.idle();
    },
  };
}
