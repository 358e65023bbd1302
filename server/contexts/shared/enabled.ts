import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { codesOf } from '../../engine/table/codes-of.ts';

/** The state of rows that are switched on, as a literal of SQL. */
export const { enabled } = codesOf(enable);
