import type { StateCounts } from '@yikao/model/calls/states.ts';
import { type StepAnswer, stateCountsCall, stepCall } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import type { Query } from '../api/query-string.ts';
import { send } from '../api/send.ts';

/**
 * Takes a step. `about` names one row with the version that was seen, or several; `callKey` makes a call that is sent
 * twice count once. Failures are shown by the dialog.
 */
export function takeStep(
  dataset: AnyDataset,
  step: Step,
  about: Readonly<Record<string, unknown>>,
  callKey: string,
): Promise<StepAnswer> {
  return send(stepCall(dataset, step), { body: about, toast: false, callKey });
}

/** How many rows are in each state, of those that the filters of the list match but for the state. */
export function countStates(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<StateCounts> {
  return send(stateCountsCall(dataset), { query, signal, toast: false });
}
