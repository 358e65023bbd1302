import type { z } from 'zod';
import { type Address, call } from '../calls/call.ts';
import { jobStarted } from '../calls/jobs.ts';
import type { ErrorCode } from '../errors.ts';
import type { PermissionCode } from '../permissions.ts';
import type { FeatureJobKind } from './job-kind.ts';

/**
 * The call that starts a feature's job: it requires the kind's permission, takes its parameters and answers with the
 * job's id.
 */
export function jobCall<const A extends Address, P extends z.ZodType>(
  address: A,
  kind: FeatureJobKind<P>,
  fails: readonly ErrorCode[] = [],
) {
  return call<A, PermissionCode, undefined, undefined, P, typeof jobStarted>(address, {
    of: kind.of,
    label: kind.label,
    may: kind.may,
    body: kind.params,
    data: jobStarted,
    message: 'jobStarted',
    fails,
  });
}
