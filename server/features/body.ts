import { failure } from '@yikao/model/errors.ts';
import { issueOf } from '@yikao/model/kernel/issues.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { z } from 'zod';

/**
 * Reads the body of a call by its schema. Throws `invalidFields` with every problem, each sentence led by the
 * field's label.
 */
export function readBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
  labels: Readonly<Record<string, Label>>,
): z.output<T> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  throw failure('invalidFields', {
    issues: read.error.issues.map(found => issueOf(found)),
    labels: name => labels[name],
    cause: read.error,
  });
}
