import { z } from 'zod';
import type { CodeField, CodesField } from '../kernel/field.ts';
import { CellProblem, cellText } from '../kernel/validate/cell.ts';
import { code } from './code.ts';
import type { FieldKindModel } from './kind.ts';

/** Separators between the entries of a typed list. */
const between = /[,，、;；+＋]/;

/** The field of a single one of the codes. */
const single = ({ label, required, of }: CodesField): CodeField => ({ kind: 'code', label, required, of });

/** Splits a typed list; a single entry that is a number often arrives as a number. */
function partsOf(raw: unknown): unknown {
  if (typeof raw === 'number') return [raw];
  if (typeof raw !== 'string') return raw;
  return raw
    .split(between)
    .map(part => part.trim())
    .filter(Boolean);
}

/**
 * Several codes of a closed set, each once and in the order of the set: an array, or a comma string as the wire form
 * has it (domain 0.1). A cell may hold the codes or their labels.
 */
export const codes: FieldKindModel<CodesField> = {
  schema(field) {
    const order = field.of.items.map(item => item.code);
    return z.preprocess(
      partsOf,
      z.array(code.schema(single(field))).transform(given => {
        const chosen = new Set(given);
        return order.filter(one => chosen.has(one));
      }),
    );
  },
  decode(field, cell) {
    const one = single(field);
    const parts = cellText(cell)
      .split(between)
      .map(part => part.trim())
      .filter(Boolean)
      .map(part => code.decode(one, part));
    return parts.find(part => part instanceof CellProblem) ?? parts;
  },
  encode: (field, value, language) =>
    value.map(one => code.encode(single(field), one, language)).join(language === 'zh' ? '、' : '; '),
  format: () => 'text',
  width: () => 24,
};
