import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';

/**
 * The organisation of the person whom a line of a log is about, as it was then: by it the line is read by that
 * organisation and no other. Plain numbers, since a log holds back no partner that is to be deleted.
 */
export const logOwner = {
  partnersId: field.id({ label: label('所属合伙人', 'Partner'), private: true }),
  provinceId: field.id({ label: label('所属省份', 'Province'), private: true }),
  agentId: field.id({ label: label('所属机构', 'Agency'), private: true }),
} as const;

/** The scope of such a log; its own rows are those of the person. */
export const logScope = {
  partner: 'partnersId',
  province: 'provinceId',
  agency: 'agentId',
  own: 'userId',
} as const;
