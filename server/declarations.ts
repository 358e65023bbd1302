import { datasets } from '@yikao/model/datasets/index.ts';
import { assertJobKinds } from '@yikao/model/jobs/assert-jobs.ts';
import { jobKinds } from '@yikao/model/jobs/index.ts';
import { assertDatasets } from '@yikao/model/kernel/assert.ts';
import { assertMachines } from '@yikao/model/kernel/assert-machines.ts';
import { machines } from '@yikao/model/machines/index.ts';
import { screens } from '@yikao/model/screens/index.ts';
import { jobWorks } from './job-works.ts';

/**
 * Rules that the types of the declarations cannot see: asked at every start, and by `npm run check`.
 *
 * @throws Error that names each wrong declaration as `dataset.field` and says what to do.
 */
export function assertDeclarations(): void {
  assertDatasets(datasets, screens);
  assertMachines(Object.values(machines));
  assertJobKinds(
    Object.values(jobKinds),
    jobWorks.map(({ kind }) => kind.name),
    datasets,
  );
}
