import { type StateCounts, stateCounts } from '@yikao/model/calls/states.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { z } from 'zod';
import type { Query } from '../api/query-string.ts';
import { request } from '../api/request.ts';

const stepAnswer = z.object({
  count: z.number(),
  refused: z.array(z.object({ id: z.number(), reason: z.string() })),
});

/** What became of the rows that were to take a step. */
export type StepAnswer = z.infer<typeof stepAnswer>;

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
  return request('PUT', `${dataset.path}/${step.name}`, {
    body: about,
    schema: stepAnswer,
    toast: false,
    callKey,
  });
}

/** How many rows are in each state, of those that the filters of the list match but for the state. */
export function countStates(dataset: AnyDataset, query: Query, signal: AbortSignal): Promise<StateCounts> {
  return request('GET', `${dataset.path}/states`, { query, schema: stateCounts, signal, toast: false });
}
