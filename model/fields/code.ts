import { z } from 'zod';
import { codeItem, codeOfWord } from '../kernel/codes.ts';
import type { CodeField } from '../kernel/field.ts';
import { CellProblem, cellText } from '../kernel/validate/cell.ts';
import { refinement } from '../kernel/validate/issues.ts';
import type { FieldKindModel } from './kind.ts';
import { wholeNumber } from './parts/numbers.ts';

/** One code of a closed set; a cell may hold the code, the Chinese or the English label. */
export const code: FieldKindModel<CodeField> = {
  schema(field) {
    const known = new Set<unknown>(field.of.items.map(item => item.code));
    const numeric = field.of.items.every(item => typeof item.code === 'number');
    return z
      .preprocess(numeric ? wholeNumber : raw => raw, z.union([z.number(), z.string()]))
      .superRefine((value, context) => {
        if (!known.has(value)) {
          const shown = String(value).slice(0, 64);
          context.addIssue({ code: 'custom', ...refinement('unknownCode', { value: shown }) });
        }
      });
  },
  decode(field, cell) {
    const word = cellText(cell);
    const found = codeOfWord(field.of, word);
    return found ? found.code : new CellProblem('unknownCode', { value: word.slice(0, 64) });
  },
  encode: (field, value, language) => codeItem(field.of, value)?.label[language] ?? String(value),
  format: () => 'general',
  width: field => Math.max(10, ...field.of.items.map(item => item.label.zh.length * 2 + 2)),
};
