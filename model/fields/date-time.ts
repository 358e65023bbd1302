import { z } from 'zod';
import type { DateTimeField } from '../kernel/field.ts';
import { refinement } from '../kernel/issues.ts';
import { decodeDate, parseDateTime } from './calendar.ts';
import type { FieldKindModel } from './kind.ts';

/** An instant, as Asia/Shanghai wall time to the second. A date alone is its midnight. */
export const dateTime: FieldKindModel<DateTimeField> = {
  schema: () =>
    z.string().transform((raw, context) => {
      const parsed = parseDateTime(raw);
      if (parsed) return `${parsed.date} ${parsed.time ?? '00:00:00'}`;
      context.addIssue({ code: 'custom', ...refinement('notADateTime') });
      return z.NEVER;
    }),
  decode: (_, cell) => decodeDate(cell),
  encode: (_, value) => ({ dateTime: value }),
  format: () => 'dateTime',
  width: () => 20,
};
