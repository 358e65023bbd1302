import { type AppError, failure } from '@yikao/model/errors.ts';

/** The part that a call lacks, by the work it was meant to do. */
const wanted = {
  delete: { zh: '输入删除条件', en: 'Enter a deletion condition' },
  change: { zh: '选择记录或输入条件', en: 'Choose rows or enter a condition' },
  values: { zh: '填写要修改的内容', en: 'Enter what is to change' },
} as const;

/** The failure of a call for many rows that names none of them, or nothing to do with them (spec section 5). */
export function emptyCondition(lacking: keyof typeof wanted): AppError {
  return failure('emptyCondition', { params: wanted[lacking] });
}
