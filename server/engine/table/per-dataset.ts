import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';

/**
 * Keeps what a function gives for each dataset, for facts that follow from the declaration alone and are needed for
 * every row or call. The result is shared: callers leave it as it is.
 */
export function perDataset<Result>(of: (dataset: AnyDataset) => Result): (dataset: AnyDataset) => Result {
  const kept = new WeakMap<AnyDataset, { readonly result: Result }>();
  return dataset => {
    let found = kept.get(dataset);
    if (!found) {
      found = { result: of(dataset) };
      kept.set(dataset, found);
    }
    return found.result;
  };
}
