import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';

/**
 * The organisation of a log line's person at the time: only that organisation may read the line. These are plain
 * numbers, since a log must not prevent a partner from being deleted.
 */
export const logOwner = {
  partnersId: field.loggedId({ label: label('所属合伙人', 'Partner'), private: true }),
  provinceId: field.loggedId({ label: label('所属省份', 'Province'), private: true }),
  agentId: field.loggedId({ label: label('所属机构', 'Agency'), private: true }),
} as const;

/** The scope of such a log; own rows are those about the person. */
export const logScope = {
  partner: 'partnersId',
  province: 'provinceId',
  agency: 'agentId',
  own: 'userId',
} as const;
