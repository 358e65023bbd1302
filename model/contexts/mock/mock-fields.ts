import { filled } from '../../kernel/derived.ts';
import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';

/** Fields shared by rows of a mock exam (domain 2.H). */
export const ofExam = {
  examId: field.ref({ to: 'mockExam', required: true, lockedOnEdit: true }),
  /** Year and province of the exam, within which its categories are; the server keeps them as the exam's. */
  dataYear: filled({ from: 'examId', what: 'dataYear' }, field.year({ required: true, lockedOnEdit: true })),
  provinceId: filled(
    { from: 'examId', what: 'provinceId' },
    field.ref({ to: 'province', required: true, lockedOnEdit: true }),
  ),
  /** An exam place. */
  areaId: field.ref({ to: 'area', required: true, among: { of: 'examArea', by: ['examId'] } }),
  /** The exam's partner, for filtering lists. */
  partnersId: field.ref({ to: 'partners', protects: false, readOnly: true, elsewhere: true }),
} as const;

/** Places or candidates available to an agency or area; 0 means unlimited. */
export function quotaOf(zh: string, en: string) {
  return field.integer({
    label: label(zh, en),
    default: 0,
    min: 0,
    max: 1_000_000,
    help: label('0 为不限', '0: no bound'),
  });
}

/** Agencies may read the exams of their partner but not change them. */
export const readByAgencies = { readOnly: 'an agency reads what its partner has set up' } as const;

/** The owner of rows of a mock exam is that of the exam; an agency only reads them. */
export const ownedByExam = {
  partner: { through: 'examId' },
  province: { through: 'examId' },
  agency: readByAgencies,
  own: { through: 'examId' },
} as const;
