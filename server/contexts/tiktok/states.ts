import { ttCourseSteps } from '@yikao/model/contexts/tiktok/tt-course.machine.ts';
import { ttMountSteps } from '@yikao/model/contexts/tiktok/tt-mount.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../engine/engine.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import type { Tx } from '../../engine/table/sql.ts';
import type { DouyinState } from '../../platform/douyin/types.ts';

/** The outcome of a review as the platform tells it. */
export type Told = Pick<DouyinState, 'state' | 'reason'>;

const reasonOf = ({ reason }: Told) => (reason.trim() || '平台没有说明原因').slice(0, limits.address);

const by = (cause: string) => ({ kind: 'vendor', cause: cause.slice(0, 128) }) as const;

/** Takes the step of a course that the platform's answer or notice is about; none if it is there already. */
export async function takeCourseState(
  engine: Engine,
  db: Tx,
  id: number,
  told: Told,
  cause: string,
): Promise<void> {
  if (told.state === 'approved' || told.state === 'mounted')
    await tryStep(engine, ttCourseSteps, 'approve', { keys: id, by: by(cause), within: db });
  if (told.state === 'rejected') {
    const given = { auditRemark: reasonOf(told) };
    await tryStep(engine, ttCourseSteps, 'reject', { keys: id, by: by(cause), given, within: db });
  }
}

/** Takes the steps of a mount that the platform's answer or notice is about; one on its video was approved before. */
export async function takeMountState(
  engine: Engine,
  db: Tx,
  id: number,
  told: Told,
  cause: string,
): Promise<void> {
  if (told.state === 'rejected') {
    const given = { rejectReason: reasonOf(told) };
    await tryStep(engine, ttMountSteps, 'reject', { keys: id, by: by(cause), given, within: db });
  }
  if (told.state === 'approved' || told.state === 'mounted')
    await tryStep(engine, ttMountSteps, 'approve', { keys: id, by: by(cause), within: db });
  if (told.state === 'mounted')
    await tryStep(engine, ttMountSteps, 'mount', { keys: id, by: by(cause), within: db });
}
