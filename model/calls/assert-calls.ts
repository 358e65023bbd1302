import { isPermissionCode } from '../permissions.ts';
import type { AnyCall } from './call.ts';

/**
 * Checks the permission codes of all calls together and throws one error that names every call whose code no
 * declaration knows, with what to do. Called when the server starts.
 */
export function assertCalls(calls: readonly AnyCall[]): void {
  const problems = calls.flatMap(({ address, may, of }) =>
    typeof may !== 'string' || !may.includes(':') || isPermissionCode(may)
      ? []
      : [
          `${typeof of === 'string' ? of : of.name}: ${address} asks for ${may}, a code that nothing declares; name an action or a step of a dataset, or declare it in permissions.own`,
        ],
  );
  if (problems.length > 0) throw new Error(`Wrong calls:\n${problems.map(line => `- ${line}`).join('\n')}`);
}
