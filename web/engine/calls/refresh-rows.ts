import { queryClient } from '../api/query-client.ts';

/**
 * Has everything that is kept of the datasets' rows loaded again, after some of them changed, and settles when what is
 * shown of it has been: the second part of a query's key is the name of its dataset.
 */
export async function refreshRows(...datasets: readonly { readonly name: string }[]): Promise<void> {
  const names = datasets.map(({ name }) => name);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [, name] }) => typeof name === 'string' && names.includes(name),
  });
}
