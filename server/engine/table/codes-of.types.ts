/**
 * Mistakes with the names of codes that must not compile, one per line: the compiler reports each `@ts-expect-error`
 * that is followed by a correct line. Nothing here ever runs.
 */

import { codeRuleStatus, codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { siteKey } from '@yikao/model/contexts/shared/shared.codes.ts';
import { sql } from 'kysely';
import { codesOf } from './codes-of.ts';

const codeIs = codesOf(codeStatus);
const issued: 2 = codeStatus.is.issued;
sql`select from t_card_code where code_status in (${codeIs.unused}, ${codeIs.issued})`;

// @ts-expect-error the set has no such name
codeStatus.is.lost;
// @ts-expect-error the set has no such name
codeIs.lost;
// @ts-expect-error the set of the column has no such name
codesOf(registry.cardCode.fields.codeStatus.of).lost;
// @ts-expect-error the code of another name
codeStatus.is.issued satisfies 1;
// @ts-expect-error a set without names gives none
siteKey.is.ykzyb;
// @ts-expect-error a set without names gives none
codesOf(siteKey).ykzyb;
// @ts-expect-error codes do not change
codeStatus.is.issued = 3;

/** A row has the state, or one of another set. */
export function compared(row: { readonly codeStatus: 1 | 2 | 3 | 4 | 5 }) {
  if (row.codeStatus === codeStatus.is.voided) return issued;
  // @ts-expect-error a state of another set, which no row of this one has
  return row.codeStatus === codeRuleStatus.is.pending;
}
