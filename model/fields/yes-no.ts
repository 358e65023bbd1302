import { z } from 'zod';
import type { YesNoField } from '../kernel/field.ts';
import { label } from '../kernel/label.ts';
import { CellProblem, cellText } from '../kernel/validate/cell.ts';
import { foldText } from '../rules/compare-text.ts';
import type { FieldKindModel } from './kind.ts';
import { wholeNumber } from './parts/numbers.ts';

/** The labels of yes and no. */
export const yesNoLabels = { 1: label('是', 'Yes'), 0: label('否', 'No') } as const;

const yesWords = new Set(['1', '是', 'yes', 'true', 'y', '√', '✓', '✔', '☑']);
/** Marks of forms that represent yes to some people and for no to others, also for an empty box. */
const unclearMarks = /^[○〇◯⭕●◎o。☐□◇△▲*＊]$/u;

const noWords = new Set(['0', '否', 'no', 'false', 'n', '×', '✗', '✘', '✕']);

/** Yes or no, 1 or 0 on the wire; booleans are taken too (spec section 3, showFlag). */
export const yesNo: FieldKindModel<YesNoField> = {
  schema: () =>
    z.preprocess(
      raw => (typeof raw === 'boolean' ? Number(raw) : wholeNumber(raw)),
      z.union([z.literal(0), z.literal(1)]),
    ),
  decode(_, cell) {
    const word = foldText(cellText(cell));
    if (yesWords.has(word)) return 1;
    if (noWords.has(word)) return 0;
    if (unclearMarks.test(word)) return new CellProblem('neitherYesNorNo', { value: word });
    return new CellProblem('unknownCode', { value: word.slice(0, 64) });
  },
  encode: (_, value, language) => yesNoLabels[value][language],
  format: () => 'general',
  width: () => 8,
};
