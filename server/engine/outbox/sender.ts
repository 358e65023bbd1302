import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { OutboxTopic } from '@yikao/model/contexts/system/outbox.codes.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import type { Engine } from '../engine.ts';
import type { StepRow } from '../steps/step-server.ts';
import { takeStep, tryStep } from '../steps/take-step.ts';
import type { Columns } from '../table/columns.ts';

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

/** Messages taken by one check, and sent in parallel. */
const batch = 20;
/** Tries before a message counts as failed, and the wait before the second one, doubled each time up to the longest. */
const tries = { most: 12, firstMs: 2_000, longestMs: 600_000 } as const;
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

  async function takeDue(): Promise<readonly StepRow[]> {
    return engine.db.transaction().execute(async db => {
      const due = await sql<Columns<typeof registry.outbox, 'outboxId'>>`
        select o.outbox_id from t_outbox as o
        where o.outbox_status in (0, 1) and o.next_time <= ${engine.clock.now()}::timestamptz and not o.deleted
          and not exists (select 1 from t_outbox as e
            where e.subject = o.subject and e.outbox_id < o.outbox_id and e.outbox_status in (0, 1) and not e.deleted)
        order by o.next_time limit ${batch} for update skip locked`.execute(db);
      const keys = due.rows.map(({ outboxId }) => outboxId);
      if (keys.length === 0) return [];
      const taken = await takeStep(engine, outboxSteps, 'take', { keys, by, within: db });
      return taken.map(({ before }) => before);
    });
  }

  async function send(row: StepRow): Promise<void> {
    const id = row.rowKey;
    const attempt = Number(row.attempts ?? 0) + 1;
    const topic = row.topic as OutboxTopic;
    try {
      await senders[topic](row.content, { outboxId: id, callKey: `yikao-${id}`, attempt });
      await tryStep(engine, outboxSteps, 'deliver', { keys: id, by });
    } catch (error) {
      logger.error({ err: error, outboxId: id, topic, attempt }, 'A message to the outside was not sent');
      const errorMsg = (error instanceof Error ? error.message : String(error)).slice(0, limits.address);
      if (error instanceof Undeliverable || attempt >= tries.most) {
        await tryStep(engine, outboxSteps, 'fail', { keys: id, by, given: { errorMsg } });
        return;
      }
      const wait = Math.min(tries.firstMs * 2 ** (attempt - 1), tries.longestMs);
      const nextTime = shanghaiTime(new Date(engine.clock.now().getTime() + wait));
      await tryStep(engine, outboxSteps, 'postpone', { keys: id, by, given: { errorMsg, nextTime } });
    }
  }

  async function sendDue(): Promise<number> {
    const rows = await takeDue();
    await Promise.all(rows.map(send));
    return rows.length;
  }

  const loop = createLoop({
    logger,
    name: 'Looking for messages to the outside',
    works,
    afterFailureMs: lookMs,
    look: async () => ((await sendDue()) > 0 ? 0 : lookMs),
  });
  return { ...loop, sendDue };
}
