import type { JobClass } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { createStepClock, timedSteps } from '../../../engine/steps/clock.ts';
import type { ScheduledHandler } from '../../shared/scheduled-handler.ts';

/** The steps of the clock that each scheduled job takes, as `dataset.step` (domain 3.11). */
export const stepsOfJobs = {
  orderCloseJob: [
    'serviceOrder.close',
    'cardOrder.close',
    'examOrder.close',
    'mockOrder.close',
    'abroadOrder.close',
  ],
  codeExpireJob: ['cardCode.expire'],
  userCardExpireJob: ['userCard.expire'],
  couponExpireJob: ['userCoupon.expire'],
  permExpireJob: ['userPerm.expire'],
  mockStatusJob: [
    'mockExam.close',
    'mockExam.finish',
    'onlineExam.closeApply',
    'onlineExam.begin',
    'onlineExam.finish',
  ],
  crawlerDispatchJob: ['crawlerTask.start'],
  pushDispatchJob: ['pushTask.distribute'],
  dueStepsJob: [
    'live.stop',
    'courseUpload.lapse',
    'smsRecord.expire',
    'callRecord.giveUp',
    'ttAccount.expire',
    'ttCourse.ask',
    'ttMount.ask',
  ],
} as const satisfies Partial<Record<JobClass, readonly string[]>>;

/** A scheduled job that takes steps of the clock. */
export type StepJob = keyof typeof stepsOfJobs;

/**
 * Checks that each step of the clock belongs to exactly one job, since nothing else takes it.
 *
 * @throws Error that names the wrong steps.
 */
export function assertStepJobs(machines: readonly AnyMachine[]): void {
  const taken: readonly string[] = Object.values(stepsOfJobs).flat();
  const timed = timedSteps(machines);
  const wrong = [
    ...timed.filter(name => !taken.includes(name)).map(name => `${name} is taken by no scheduled job`),
    ...taken.filter(name => !timed.includes(name)).map(name => `${name} is no step of the clock`),
    ...taken.filter((name, at) => taken.indexOf(name) !== at).map(name => `${name} is taken by two jobs`),
  ];
  if (wrong.length > 0) throw new Error(`Steps of the clock in stepsOfJobs:\n${wrong.join('\n')}`);
}

/**
 * The handler of such a job. A row whose step fails does not delay the others; the run then ends as failed, and the next
 * one tries the row again.
 */
export const stepJob =
  (job: StepJob): ScheduledHandler =>
  async ({ engine, signal }) => {
    const failures: Error[] = [];
    const clock = createStepClock({
      engine,
      onFailure: ({ step, key, error }) =>
        failures.push(new Error(`${step} of the row ${key} failed`, { cause: error })),
    });
    const count = await clock.takeDue({ only: stepsOfJobs[job], signal });
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} steps of the clock failed`);
    return label(`处理 ${count} 条`, `${count} records handled`);
  };
