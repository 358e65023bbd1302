import { adminUserSample } from '../datasets/admin-user.sample.ts';
import { goodsSample } from '../datasets/goods.sample.ts';
import { leadSample } from '../datasets/lead.sample.ts';
import {
  arrangeSample,
  examAreaSample,
  examInfoSample,
  mockExamSample,
  mockRoomSample,
  mockRuleSample,
  mockScoreSample,
  mockStudentSample,
  printTemplateSample,
  seatSample,
} from '../datasets/mock/mock.sample.ts';
import { partnersSample } from '../datasets/partners.sample.ts';
import { partnersApplySample } from '../datasets/partners-apply.sample.ts';
import { partnersSettleSample } from '../datasets/partners-settle.sample.ts';
import { payAccountSample } from '../datasets/pay-account.sample.ts';
import { permSample } from '../datasets/perm.sample.ts';
import { provincePartnersSample } from '../datasets/province-partners.sample.ts';
import { segmentSample } from '../datasets/segment.sample.ts';
import { serviceOrderSample } from '../datasets/service-order.sample.ts';
import { settleItemSample } from '../datasets/settle-item.sample.ts';
import { sysJobSample } from '../datasets/sys-job.sample.ts';
import { userCardSample } from '../datasets/user-card.sample.ts';
import { userPermSample } from '../datasets/user-perm.sample.ts';
import { voluntaryListSample } from '../datasets/voluntary-list.sample.ts';
import type { SampleSide } from '../engine/testing/sample-side.ts';

/** The needs of datasets in the generated suites, by the name of the dataset; most have none. */
export const sampleSides: Readonly<Record<string, SampleSide>> = Object.fromEntries(
  [
    adminUserSample,
    goodsSample,
    leadSample,
    partnersSample,
    partnersApplySample,
    partnersSettleSample,
    payAccountSample,
    permSample,
    provincePartnersSample,
    segmentSample,
    serviceOrderSample,
    settleItemSample,
    sysJobSample,
    userCardSample,
    userPermSample,
    voluntaryListSample,
    mockExamSample,
    examInfoSample,
    examAreaSample,
    mockStudentSample,
    printTemplateSample,
    mockRuleSample,
    mockScoreSample,
    mockRoomSample,
    arrangeSample,
    seatSample,
  ].map(one => [one.of, one]),
);
