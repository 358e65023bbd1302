import { filled } from '../../kernel/derived.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';

/** Fields that rows of a mock exam have alike (domain 2.H). */
export const ofExam = {
  examId: field.ref({ to: 'mockExam', required: true, lockedOnEdit: true }),
  /** Year and province of the exam, within which its categories are; the server keeps them as the exam's. */
  dataYear: filled({ from: 'examId', what: 'dataYear' }, field.year({ required: true, lockedOnEdit: true })),
  provinceId: filled(
    { from: 'examId', what: 'provinceId' },
    field.ref({ to: 'province', required: true, lockedOnEdit: true }),
  ),
  /** A place where the exam is held. */
  areaId: field.ref({ to: 'area', required: true, among: { of: 'examArea', by: ['examId'] } }),
  /** The exam's partner, by which lists are asked. */
  partnersId: field.ref({ to: 'partners', holds: false, readOnly: true, elsewhere: true }),
} as const;

/** The places or candidates that somebody is given; 0 sets no bound. */
export function quotaOf(zh: string, en: string) {
  return field.integer({
    label: label(zh, en),
    default: 0,
    min: 0,
    max: 1_000_000,
    help: label('0 为不限', '0: no bound'),
  });
}

/** Mock exams belong to a partner and a province; staff share them, whoever made one (domain 2.H, scope T,P). */
export const shared = { common: 'a mock exam is the work of everybody who runs mock exams' } as const;

/** Agencies look at the exams of their partner and change none of them. */
export const readByAgencies = { readOnly: 'an agency reads what its partner has set up' } as const;
