import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AnyCall } from './calls/call.ts';
import { calls } from './contexts/calls.ts';
import { failure } from './errors.ts';
import { usualLabel } from './input-labels.ts';
import { issue } from './kernel/validate/issues.ts';

/** The names that a schema reads, on its first level: problems are named by these. */
function namesIn(schema: z.core.$ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(namesIn);
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(namesIn);
  if (schema instanceof z.ZodPipe) return namesIn(schema.def.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return namesIn(schema.def.innerType);
  return [];
}

function isLabelled({ of, names }: AnyCall, name: string): boolean {
  const fields = typeof of === 'object' && 'fields' in of ? of.fields : {};
  return names?.[name] !== undefined || Object.hasOwn(fields, name) || usualLabel(name) !== undefined;
}

test('every input of a call has a label in both languages, which messages name it by', () => {
  const missing = calls.flatMap(call =>
    [call.params, call.query, call.body]
      .flatMap(namesIn)
      .filter(name => !isLabelled(call, name))
      .map(name => `${call.address}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a message about an input names it in the language of its reader', () => {
  const refused = failure('invalidFields', { issues: [issue('mobiles', 'tooMany', { max: 1_000 })] });
  expect(refused.fieldErrors('zh')).toEqual([{ field: 'mobiles', message: '手机号不能超过 1000 个' }]);
  expect(refused.fieldErrors('en')).toEqual([
    { field: 'mobiles', message: 'Mobile numbers may be at most 1000' },
  ]);
});
