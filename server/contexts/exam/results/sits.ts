import { examPayStatus } from '@yikao/model/contexts/exam/exam.codes.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { sql } from 'kysely';
import { codesOf } from '../../../engine/table/codes-of.ts';

const reviewIs = codesOf(reviewStatus);
const examPayIs = codesOf(examPayStatus);

/** The condition that the candidate of an application `p` sits the exam: approved, and paid or free. */
export const sits = sql`p.audit_status = ${reviewIs.approved}
  and p.pay_status in (${examPayIs.paid}, ${examPayIs.free}) and not p.deleted`;
