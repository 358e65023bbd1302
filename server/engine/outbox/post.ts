import type { OutboxTopic } from '@yikao/model/codes/outbox.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { elevated } from '../actor.ts';
import type { Engine } from '../engine.ts';
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
