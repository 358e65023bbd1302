import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { z } from 'zod';

/** The schema within one that may be left out, has a default or is changed by what follows. */
function within(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.def.innerType;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.innerType;
  if (schema instanceof z.ZodReadonly) return schema.def.innerType;
  return schema instanceof z.ZodPipe ? schema.def.in : undefined;
}

/**
 * The names in a body that its schema would drop: names of no field, at any depth, that come with a value. A schema that
 * says what becomes of further names (`looseObject`, `record`) drops none.
 */
export function unknownNames(schema: z.core.$ZodType, raw: unknown): string[] {
  const inner = within(schema);
  if (inner) return unknownNames(inner, raw);
  if (schema instanceof z.ZodArray) {
    return Array.isArray(raw) ? [...new Set(raw.flatMap(one => unknownNames(schema.def.element, one)))] : [];
  }
  if (!(schema instanceof z.ZodObject) || typeof raw !== 'object' || raw === null) return [];
  const { shape, catchall } = schema.def;
  return Object.entries(raw).flatMap(([name, value]) => {
    const part = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (part) return unknownNames(part, value);
    return catchall || isEmpty(value) ? [] : [name];
  });
}
