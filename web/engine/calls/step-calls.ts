import type { StateCounts } from '@yikao/model/calls/states.ts';
import { type StepAnswer, stateCountsCall, stepCall } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import type { Query } from '../api/query-string.ts';
import { send } from '../api/send.ts';

/**
 * Takes a step. `about` is one row with the version that was seen, or several rows; with `callKey` a repeated call
 * counts once. The dialog shows failures.
 */
export function takeStep(
  dataset: AnyDataset,
  step: Step,
  about: Readonly<Record<string, unknown>>,
  callKey: string,
): Promise<StepAnswer> {
  return send(stepCall(dataset, step), { body: about, toast: false, callKey });
}

/** The number of rows in each state, among those that match the list's other filters. */
export function countStates(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<StateCounts> {
  return send(stateCountsCall(dataset), { query, signal, toast: false });
}
