import { z } from 'zod';
import type { DateField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { dateProblem, decodeDate, parseDateTime } from './parts/calendar.ts';

/** A calendar date; it has no time zone and never shifts. */
export const date: FieldKindModel<DateField> = {
  schema: () =>
    z.string().transform((raw, context) => {
      const parsed = parseDateTime(raw);
      if (parsed) return parsed.date;
      context.addIssue({ code: 'custom', ...dateProblem(raw, 'notADate') });
      return z.NEVER;
    }),
  decode: (_, cell) => decodeDate(cell),
  encode: (_, value) => ({ date: value }),
  format: () => 'date',
  width: () => 12,
};
