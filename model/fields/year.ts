import { z } from 'zod';
import type { YearField } from '../kernel/field.ts';
import { CellProblem, cellText } from '../kernel/validate/cell.ts';
import { refinement } from '../kernel/validate/issues.ts';
import { plainForm } from '../rules/compare-text.ts';
import type { FieldKindModel } from './kind.ts';
import { wholeNumber } from './parts/numbers.ts';

const isYear = (value: number) => Number.isInteger(value) && value >= 1900 && value <= 2999;

/** A four-digit year; a cell may also hold a date or text such as 2026年. */
export const year: FieldKindModel<YearField> = {
  schema: () => z.preprocess(wholeNumber, z.number().refine(isYear, refinement('notAYear'))),
  decode(_, cell) {
    if (typeof cell === 'object' && cell.kind === 'date') return cell.text.slice(0, 4);
    const match = /^(\d{4})\s*年?(?:\.0+)?$/.exec(plainForm(cellText(cell)));
    return match?.[1] ?? new CellProblem('notAYear');
  },
  encode: (_, value) => value,
  format: () => 'general',
  width: () => 10,
};
