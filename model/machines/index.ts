import type { AnyDataset } from '../kernel/dataset.ts';
import { type AnyMachine, defineMachines } from '../kernel/steps.ts';
import { outboxSteps } from './outbox.ts';
import { partnersApplySteps } from './partners-apply.ts';
import { sysJobSteps } from './sys-job.ts';

/** Every machine of the product: the states of rows and the steps between them. */
export const machines = defineMachines({
  sysJob: sysJobSteps,
  outbox: outboxSteps,
  partnersApply: partnersApplySteps,
});

/** The machine of a dataset's rows; undefined where they have no states. */
export function machineOf(dataset: AnyDataset): AnyMachine | undefined {
  return Object.values<AnyMachine>(machines).find(machine =>
    machine.datasets.some(({ name }) => name === dataset.name),
  );
}
