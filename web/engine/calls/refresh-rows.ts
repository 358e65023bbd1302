import type { QueryClient } from '@tanstack/react-query';

/** Kept answers about a dataset's rows: lists, single rows with their history, and look-ups. */
const areas = ['rows', 'row', 'options'];

/**
 * Has everything that shows rows of a dataset load them anew, after some of them changed; `further` names more of what is
 * kept of them, such as `trash`.
 */
export async function refreshRows(
  client: QueryClient,
  dataset: { readonly name: string },
  ...further: readonly string[]
): Promise<void> {
  await Promise.all(
    [...areas, ...further].map(area => client.invalidateQueries({ queryKey: [area, dataset.name] })),
  );
}
