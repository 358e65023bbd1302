import type { SampleSide } from '../engine/testing/sample-side.ts';
import { adminUserSample } from './admin-user.sample.ts';
import { goodsSample } from './goods.sample.ts';
import { leadSample } from './lead.sample.ts';
import { partnersApplySample } from './partners-apply.sample.ts';
import { partnersSettleSample } from './partners-settle.sample.ts';
import { payAccountSample } from './pay-account.sample.ts';
import { permSample } from './perm.sample.ts';
import { provincePartnersSample } from './province-partners.sample.ts';
import { segmentSample } from './segment.sample.ts';
import { serviceOrderSample } from './service-order.sample.ts';
import { settleItemSample } from './settle-item.sample.ts';
import { sysJobSample } from './sys-job.sample.ts';
import { userCardSample } from './user-card.sample.ts';
import { userPermSample } from './user-perm.sample.ts';
import { voluntaryListSample } from './voluntary-list.sample.ts';

/** The needs of datasets in the generated suites, by the name of the dataset; most have none. */
export const sampleSides: Readonly<Record<string, SampleSide>> = Object.fromEntries(
  [
    adminUserSample,
    goodsSample,
    leadSample,
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
  ].map(one => [one.of, one]),
);
