import { abroadOrderSample } from '../contexts/abroad/abroad-order.sample.ts';
import { admissionSample, tieRuleSample } from '../contexts/admission/admission.sample.ts';
import { segmentSample } from '../contexts/admission/segment.sample.ts';
import { cardCodeRuleSample, cardCodeSample, cardOrderSample } from '../contexts/codes/codes.sample.ts';
import {
  userCategorySample,
  userExamScoreSample,
  wishUserSample,
} from '../contexts/consumer/candidate.sample.ts';
import { userPermSample } from '../contexts/consumer/user-perm.sample.ts';
import { articleSample, officialArticleSample } from '../contexts/content/article.sample.ts';
import { crawlerResultSample, crawlerTaskSample } from '../contexts/content/crawler.sample.ts';
import { appMenuSample, carouselSample, posterSample } from '../contexts/content/display.sample.ts';
import { leadSample } from '../contexts/crm/lead.sample.ts';
import {
  examApplySample,
  examLateSample,
  examPaperSample,
  examProfSample,
  examSubjectSample,
  onlineExamSample,
  questionSample,
} from '../contexts/exam/exam.sample.ts';
import { salarySample } from '../contexts/guide/salary.sample.ts';
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
} from '../contexts/mock/mock.sample.ts';
import { messageSample, noticeRuleSample } from '../contexts/notice/notice.sample.ts';
import { partnersSample } from '../contexts/partner/partners.sample.ts';
import { partnersApplySample } from '../contexts/partner/partners-apply.sample.ts';
import { provincePartnersSample } from '../contexts/partner/province-partners.sample.ts';
import { payAccountSample } from '../contexts/payment/pay-account.sample.ts';
import { payRecordSample } from '../contexts/payment/pay-record.sample.ts';
import { payRefundSample } from '../contexts/payment/pay-refund.sample.ts';
import { adminUserSample } from '../contexts/people/admin-user.sample.ts';
import { permSample } from '../contexts/people/perm.sample.ts';
import { pushAppSample, pushTaskSample } from '../contexts/push/push.sample.ts';
import { callRecordSample, smsRecordSample, smsTemplateSample } from '../contexts/reach/reach.sample.ts';
import { goodsSample } from '../contexts/sales/goods.sample.ts';
import { refundSample } from '../contexts/sales/refund/refund.sample.ts';
import { serviceOrderSample } from '../contexts/sales/service-order.sample.ts';
import { userCardSample } from '../contexts/sales/user-card.sample.ts';
import { partnersSettleSample } from '../contexts/settlement/partners-settle.sample.ts';
import { settleItemSample } from '../contexts/settlement/settle-item.sample.ts';
import { sysJobSample } from '../contexts/system/sys-job.sample.ts';
import {
  courseSample,
  courseUploadSample,
  lectureApplySample,
  liveRoomGoodsSample,
  liveSample,
} from '../contexts/teaching/teaching.sample.ts';
import { ttCourseSample, ttMountSample } from '../contexts/tiktok/tiktok.sample.ts';
import { voluntaryListSample } from '../contexts/voluntary/voluntary-list.sample.ts';
import type { SampleSide } from '../engine/testing/sample-side.ts';

/** The needs of datasets in the generated suites, by the name of the dataset; most have none. */
export const sampleSides: Readonly<Record<string, SampleSide>> = Object.fromEntries(
  [
    abroadOrderSample,
    appMenuSample,
    articleSample,
    officialArticleSample,
    crawlerTaskSample,
    crawlerResultSample,
    carouselSample,
    posterSample,
    adminUserSample,
    callRecordSample,
    smsTemplateSample,
    smsRecordSample,
    noticeRuleSample,
    messageSample,
    cardCodeSample,
    cardCodeRuleSample,
    cardOrderSample,
    examApplySample,
    examLateSample,
    examPaperSample,
    examProfSample,
    examSubjectSample,
    onlineExamSample,
    questionSample,
    goodsSample,
    leadSample,
    partnersSample,
    partnersApplySample,
    partnersSettleSample,
    payAccountSample,
    payRecordSample,
    payRefundSample,
    permSample,
    provincePartnersSample,
    refundSample,
    salarySample,
    segmentSample,
    serviceOrderSample,
    settleItemSample,
    sysJobSample,
    userCardSample,
    admissionSample,
    tieRuleSample,
    userCategorySample,
    userExamScoreSample,
    wishUserSample,
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
    courseSample,
    courseUploadSample,
    lectureApplySample,
    liveSample,
    liveRoomGoodsSample,
    pushAppSample,
    pushTaskSample,
    ttCourseSample,
    ttMountSample,
  ].map(one => [one.of, one]),
);
