import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { z } from 'zod';
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
