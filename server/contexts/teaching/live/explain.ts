import { registry } from '@yikao/model/contexts/datasets.ts';
import { liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';

const { live } = registry;

/** Goods of a room that are to be explained, or no longer. */
interface Explaining {
  readonly liveId: number;
  readonly goodsRowId: number;
  readonly on: boolean;
}

/**
 * Sets which goods of a room are explained. The room names them, so that there is one at most however many people click
 * at once; those who end an explanation end theirs alone. Throws `unmetNeeds` for a room that is no longer live.
 */
export async function setExplained(
  engine: Engine,
  db: Tx,
  actor: Actor,
  { liveId, goodsRowId, on }: Explaining,
): Promise<void> {
  const change = await openChange(engine, db, live, { actor, now: engine.clock.now() });
  const [row] = await lockRows(engine, db, live, [liveId], actor);
  if (!row) return;
  if (!on && row.explainId !== goodsRowId) return;
  if (on && row.liveStatus !== liveStatus.is.living)
    throw failure('unmetNeeds', { params: { zh: '直播间未在直播', en: 'The live room is not live' } });
  const values = { explainId: on ? goodsRowId : null };
  await updateLocked(engine, db, live, [{ row, values }], { by: actor, change });
}
