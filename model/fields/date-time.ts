import { z } from 'zod';
import type { DateTimeField } from '../kernel/field.ts';
import type { FieldKindModel } from './kind.ts';
import { dateProblem, decodeDate, endOfDay, parseDateTime } from './parts/calendar.ts';

/**
 * An instant as Asia/Shanghai wall time to the second. A date alone means midnight, or the last second of the day in an
 * end field: the named last day counts.
 */
export const dateTime: FieldKindModel<DateTimeField> = {
  schema: ({ until }) =>
    z.string().transform((raw, context) => {
      const parsed = parseDateTime(raw);
      // An end cannot be read as a start, or a start as an end.
      if (parsed && parsed.bound !== (until ? 'start' : 'end')) {
        return `${parsed.date} ${parsed.time ?? (until ? endOfDay : '00:00:00')}`;
      }
      context.addIssue({ code: 'custom', ...dateProblem(raw, 'notADateTime') });
      return z.NEVER;
    }),
  decode: (_, cell) => decodeDate(cell),
  encode: (_, value) => ({ dateTime: value }),
  format: () => 'dateTime',
  width: () => 20,
};
