import { useQuery } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Batch, listBatches } from '../calls/job-calls.ts';
import { maySeeJobs } from '../jobs/use-jobs.ts';

/** The batches left by a dataset's imports (spec section 7); empty for people without job history. */
export function useBatches(dataset: AnyDataset): { batches: readonly Batch[]; loading: boolean } {
  const bizType = dataset.excel?.jobs.import;
  const { data, isFetching } = useQuery({
    queryKey: ['batches', bizType],
    queryFn: ({ signal }) => listBatches(bizType ?? 0, signal),
    enabled: bizType !== undefined && maySeeJobs(),
  });
  return { batches: data ?? [], loading: isFetching };
}
