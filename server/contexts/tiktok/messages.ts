import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { postMessages } from '../../engine/outbox/post.ts';
import type { Tx } from '../../engine/table/sql.ts';

/** Something that the platform is asked about a row: to take it, to report its state, to take it away. */
export const douyinAsk = z.object({
  ask: z.enum(['submitCourse', 'courseState', 'submitMount', 'mountState', 'endMount', 'renew']),
  id: z.int().positive(),
  /** The platform's number, of a mount to be taken away. */
  platformId: z.string().optional(),
});

/** See {@link douyinAsk}. */
export type DouyinAsk = z.infer<typeof douyinAsk>;

const subjects: Readonly<Record<DouyinAsk['ask'], string>> = {
  submitCourse: 'ttCourse',
  courseState: 'ttCourse',
  submitMount: 'ttMount',
  mountState: 'ttMount',
  endMount: 'ttMount',
  renew: 'ttAccount',
};

/** Has the platform asked after the caller's transaction; the asks about one row go in their order. */
export function postAsks(engine: Engine, db: Tx, asks: readonly DouyinAsk[]): Promise<void> {
  if (asks.length === 0) return Promise.resolve();
  return postMessages(
    engine,
    db,
    asks.map(ask => ({ topic: 'douyin', subject: `${subjects[ask.ask]}:${ask.id}`, content: ask })),
  );
}
