import { assertDatasets } from '@yikao/model/assert/assert-datasets.ts';
import { assertMachines } from '@yikao/model/assert/assert-machines.ts';
import { assertCalls } from '@yikao/model/calls/assert-calls.ts';
import { calls } from '@yikao/model/contexts/calls.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { machines } from '@yikao/model/contexts/machines.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { waitingItems } from '@yikao/model/contexts/waiting.ts';
import { assertJobKinds } from '@yikao/model/jobs/assert-jobs.ts';
import { assertWaiting } from '@yikao/model/waiting.ts';
import { assertStepJobs } from './contexts/system/schedule/step-jobs.ts';
import { jobWorks } from './job-works.ts';

/**
 * Checks rules that the types of declarations cannot express; called at every start, and by `npm run check`.
 *
 * @throws Error that names each wrong declaration as `dataset.field`, with its fix.
 */
export function assertDeclarations(): void {
  assertDatasets(datasets, screens);
  assertMachines(Object.values(machines));
  assertStepJobs(Object.values(machines));
  assertWaiting(waitingItems);
  assertCalls(calls, datasets);
  assertJobKinds(
    Object.values(jobKinds),
    jobWorks.map(({ kind }) => kind.name),
    datasets,
  );
}
