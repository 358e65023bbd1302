import type { Waiting } from '../waiting.ts';
import { abroadWaiting } from './abroad/abroad.waiting.ts';
import { codesWaiting } from './codes/codes.waiting.ts';
import { contentWaiting } from './content/content.waiting.ts';
import { crmWaiting } from './crm/crm.waiting.ts';
import { examWaiting } from './exam/exam.waiting.ts';
import { mockWaiting } from './mock/mock.waiting.ts';
import { noticeWaiting } from './notice/notice.waiting.ts';
import { partnerWaiting } from './partner/partner.waiting.ts';
import { reachWaiting } from './reach/reach.waiting.ts';
import { salesWaiting } from './sales/sales.waiting.ts';
import { schoolWaiting } from './school/school.waiting.ts';
import { settlementWaiting } from './settlement/settlement.waiting.ts';
import { teachingWaiting } from './teaching/teaching.waiting.ts';
import { voluntaryWaiting } from './voluntary/voluntary.waiting.ts';

/** The rows that wait for people, in the order in which the home page shows them. */
export const waitingItems: readonly Waiting[] = [
  ...crmWaiting,
  ...salesWaiting,
  ...settlementWaiting,
  ...mockWaiting,
  ...schoolWaiting,
  ...examWaiting,
  ...voluntaryWaiting,
  ...abroadWaiting,
  ...codesWaiting,
  ...partnerWaiting,
  ...contentWaiting,
  ...teachingWaiting,
  ...reachWaiting,
  ...noticeWaiting,
];
