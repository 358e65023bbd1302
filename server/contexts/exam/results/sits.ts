import { sql } from 'kysely';

/** The condition that the candidate of an application `p` sits the exam: approved, and paid or free. */
export const sits = sql`p.audit_status = 2 and p.pay_status in (1, 2) and not p.deleted`;
