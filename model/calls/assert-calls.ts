import type { AnyDataset } from '../kernel/dataset.ts';
import { isPermissionCode } from '../permissions.ts';
import type { AnyCall } from './call.ts';

/**
 * Checks the permission codes of all calls, the `datasets` whose rows they offer, and that no call hides another one at its
 * address, together. Throws one error that names every call with a fault, with what to do. Called when the server starts.
 */
export function assertCalls(calls: readonly AnyCall[], datasets: readonly AnyDataset[]): void {
  const offers = calls.flatMap(({ address, chooses = [] }) =>
    chooses
      .filter(({ of }) => !datasets.some(({ name }) => name === of))
      .map(({ of }) => `${address} offers rows of ${of}, which is no dataset; name one in chooses`),
  );
  const codes = calls.flatMap(({ address, may, of }) =>
    typeof may !== 'string' || !may.includes(':') || isPermissionCode(may)
      ? []
      : [
          `${typeof of === 'string' ? of : of.name}: ${address} asks for ${may}, a code that nothing declares; name an action or a step of a dataset, or declare it in permissions.own`,
        ],
  );
  const problems = [...codes, ...offers, ...hidden(calls)];
  if (problems.length > 0) throw new Error(`Wrong calls:\n${problems.map(line => `- ${line}`).join('\n')}`);
}

/** The addresses at which two calls meet, of which the server would mount the first alone. */
function hidden(calls: readonly AnyCall[]): string[] {
  const at = Map.groupBy(
    calls.flatMap(of => [of.address, ...(of.also ?? [])].map(address => ({ address, of }))),
    ({ address }) => address,
  );
  return [...at].flatMap(([address, those]) =>
    those.length === 1 || (those.length === 2 && those.filter(({ of }) => of.replaces).length === 1)
      ? []
      : [
          `${address} belongs to ${those.map(({ of }) => of.label.en).join(' and ')}; give one another path, or say replaces where a call takes the place of a generated one`,
        ],
  );
}
