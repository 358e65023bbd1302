import { defineCodes } from '../../kernel/codes.ts';

/** Degrees that a programme leads to (domain O3). */
export const abroadDegree = defineCodes('abroadDegree', [
  { code: 1, name: 'foundation', zh: '预科', en: 'Foundation' },
  { code: 2, name: 'bachelor', zh: '本科', en: 'Bachelor' },
  { code: 3, name: 'master', zh: '硕士', en: 'Master' },
  { code: 4, name: 'doctor', zh: '博士', en: 'Doctor' },
  { code: 5, name: 'short', zh: '短期', en: 'Short course' },
]);

/** Stages of the service that an order pays for (domain O4, 3.14). */
export const serviceStage = defineCodes('serviceStage', [
  { code: 1, name: 'consulting', zh: '咨询', en: 'Consulting', tone: 'look' },
  { code: 2, name: 'signed', zh: '签约', en: 'Signed', tone: 'look' },
  { code: 3, name: 'materials', zh: '材料', en: 'Materials', tone: 'act' },
  { code: 4, name: 'submitted', zh: '递交', en: 'Submitted', tone: 'act' },
  { code: 5, name: 'admitted', zh: '录取', en: 'Admitted', tone: 'done' },
  { code: 6, name: 'closed', zh: '结案', en: 'Closed', tone: 'plain' },
]);

/** Code of a {@link serviceStage}. */
export type ServiceStage = (typeof serviceStage)['items'][number]['code'];

/** The last stage that needs no payment: the contract is signed, then paid (domain O4). */
export const lastUnpaidStage = 2;

/** The stage that ends the service. */
export const lastStage = 6;
