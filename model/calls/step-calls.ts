import { z } from 'zod';
import { machineOf } from '../contexts/machines.ts';
import { type AnyDataset, readPath } from '../kernel/dataset.ts';
import type { AnyMachine, Step } from '../kernel/steps.ts';
import { permissionCode, stepCode } from '../permissions.ts';
import { type Address, type AnyCall, call } from './call.ts';
import { batchStepBody, jobStarted } from './jobs.ts';
import { stateCounts } from './states.ts';

/** Outcome of a step for the rows that were to take it. */
export const stepAnswer = z.object({
  count: z.int(),
  taken: z.array(z.object({ key: z.int(), version: z.int(), state: z.string() })),
  /** Rows that were left as they are, with the reason in the caller's language. */
  refused: z.array(z.object({ id: z.int(), reason: z.string() })),
});

/** See {@link stepAnswer}. */
export type StepAnswer = z.infer<typeof stepAnswer>;

/**
 * The call of a step: `PUT {path}/{step}` (domain 0.2), and the addresses that the specification names. Its inputs
 * follow from the step; the server reads and documents them.
 */
export function stepCall(dataset: AnyDataset, step: Step) {
  return call(`PUT ${dataset.path}/${step.name}`, {
    of: dataset,
    label: {
      zh: `${step.label.zh}：${dataset.label.zh}`,
      en: `${step.label.en}: ${dataset.label.en}`,
    },
    may: stepCode(dataset, step),
    also: step.alias.map((address): Address => {
      const [method, path] = address.split(' ');
      // An alias is a method and a path; `/` is the dataset's own address.
      return `${method as 'POST' | 'PUT'} ${dataset.path}${path === '/' ? '' : path}`;
    }),
    body: z.unknown(),
    data: stepAnswer,
    once: 'step',
    fails: ['notFound', 'notAllowedNow', 'staleVersion', 'unmetNeeds'],
  });
}

/** The call that takes a step with all rows of a condition, as a job. */
export function batchStepCall(dataset: AnyDataset, step: Step) {
  return call(`POST ${dataset.path}/batch/${step.name}`, {
    once: true,
    of: dataset,
    label: {
      zh: `${step.label.zh}：${dataset.label.zh}(符合条件的全部记录)`,
      en: `${step.label.en}: ${dataset.label.en} (all rows of a condition)`,
    },
    may: stepCode(dataset, step),
    body: batchStepBody,
    data: jobStarted,
    message: 'jobStarted',
    fails: ['emptyCondition'],
  });
}

/** The call that counts rows by state, for the filters of the list. */
export function stateCountsCall(dataset: AnyDataset) {
  return call(`GET ${readPath(dataset)}/states`, {
    of: dataset,
    label: {
      zh: `各状态的数量：${dataset.label.zh}(参数同列表的查询条件)`,
      en: `Rows by state: ${dataset.label.en} (asked by the filters of the list)`,
    },
    may: permissionCode(dataset, 'list'),
    query: z.record(z.string(), z.unknown()),
    data: stateCounts,
  });
}

/** The call that counts rows by state, if rows of the dataset or screen can have different states. */
export function stateCountsOf(dataset: AnyDataset): AnyCall[] {
  const machine = machineOf(dataset);
  return machine && tellsStates(dataset, machine) ? [stateCountsCall(dataset)] : [];
}

/** Reports whether the list or screen exposes the states of its rows, so that they can be counted. */
export function tellsStates(dataset: AnyDataset, { field }: Pick<AnyMachine, 'field'>): boolean {
  return dataset.permissions.actions.includes('list') && dataset.fields[field]?.private !== true;
}

/** The calls that a dataset has because its rows take steps. */
export function stepCallsOf(dataset: AnyDataset): AnyCall[] {
  const machine = machineOf(dataset);
  if (!machine) return [];
  const steps = Object.values(machine.steps).filter(({ by }) => by.includes('person'));
  return [
    ...stateCountsOf(dataset),
    ...steps.map(step => stepCall(dataset, step)),
    ...steps.filter(({ bulk }) => bulk !== undefined).map(step => batchStepCall(dataset, step)),
  ];
}
