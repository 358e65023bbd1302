import { abroadItemStepServer } from './contexts/abroad/abroad-item.steps.ts';
import { abroadOrderStepServer } from './contexts/abroad/abroad-order.steps.ts';
import { cardCodeStepServer } from './contexts/codes/card-code.steps.ts';
import { cardCodeRuleStepServer } from './contexts/codes/card-code-rule.steps.ts';
import { cardOrderStepServer } from './contexts/codes/card-order.steps.ts';
import { userPermStepServer } from './contexts/consumer/user-perm.steps.ts';
import { articleStepServer } from './contexts/content/article.steps.ts';
import { crawlerResultStepServer } from './contexts/content/crawler-result.steps.ts';
import { crawlerTaskStepServer } from './contexts/content/crawler-task.steps.ts';
import { officialArticleStepServer } from './contexts/content/official-article.steps.ts';
import { leadStepServer } from './contexts/crm/lead.steps.ts';
import { leadTransferStepServer } from './contexts/crm/lead-transfer.steps.ts';
import { examApplyStepServer } from './contexts/exam/exam-apply.steps.ts';
import { examLateStepServer } from './contexts/exam/exam-late.steps.ts';
import { onlineExamStepServer } from './contexts/exam/online-exam.steps.ts';
import { examOrderStepServer } from './contexts/exam/orders/exam-order.steps.ts';
import { guideInfoStepServer } from './contexts/guide/guide-info.steps.ts';
import { mockExamStepServer } from './contexts/mock/mock-exam.steps.ts';
import { mockStudentStepServer } from './contexts/mock/mock-student.steps.ts';
import { mockOrderStepServer } from './contexts/mock/orders/mock-order.steps.ts';
import { arrangeStepServer } from './contexts/mock/seats/arrange.steps.ts';
import { partnersApplyStepServer } from './contexts/partner/partners-apply.steps.ts';
import { pushTaskStepServer } from './contexts/push/push-task.steps.ts';
import { callRecordStepServer } from './contexts/reach/calls/call-record.steps.ts';
import { smsRecordStepServer } from './contexts/reach/texts/sms-record.steps.ts';
import { smsTemplateStepServer } from './contexts/reach/texts/sms-template.steps.ts';
import { goodsStepServer } from './contexts/sales/goods.steps.ts';
import { payRecordStepServer, payRefundStepServer } from './contexts/sales/refund/payment.steps.ts';
import { refundStepServer } from './contexts/sales/refund/refund.steps.ts';
import { serviceOrderStepServer } from './contexts/sales/service-order.steps.ts';
import { userCardStepServer } from './contexts/sales/user-card.steps.ts';
import { userCouponStepServer } from './contexts/sales/user-coupon.steps.ts';
import { partnersSettleStepServer } from './contexts/settlement/partners-settle.steps.ts';
import {
  accountStepServer,
  enablingStepServer,
  organisationStepServer,
} from './contexts/shared/enabling.steps.ts';
import { outboxStepServer } from './contexts/system/outbox.steps.ts';
import { smsMessageStepServer } from './contexts/system/sms-message.steps.ts';
import { sysJobStepServer } from './contexts/system/sys-job.steps.ts';
import { courseStepServer } from './contexts/teaching/course.steps.ts';
import { courseUploadStepServer } from './contexts/teaching/course-upload.steps.ts';
import { lectureApplyStepServer } from './contexts/teaching/lecture-apply.steps.ts';
import { liveStepServer } from './contexts/teaching/live.steps.ts';
import { liveRoomGoodsStepServer } from './contexts/teaching/live-room-goods.steps.ts';
import { ttAccountStepServer } from './contexts/tiktok/tt-account.steps.ts';
import { ttCourseStepServer } from './contexts/tiktok/tt-course.steps.ts';
import { ttMountStepServer } from './contexts/tiktok/tt-mount.steps.ts';
import { voluntaryListStepServer } from './contexts/voluntary/voluntary-list.steps.ts';
import type { StepServer } from './engine/steps/step-server.ts';

/** The server's side of the steps of every machine. */
export const stepServers: readonly StepServer[] = [
  sysJobStepServer,
  outboxStepServer,
  partnersApplyStepServer,
  enablingStepServer,
  accountStepServer,
  organisationStepServer,
  payRecordStepServer,
  payRefundStepServer,
  leadStepServer,
  leadTransferStepServer,
  goodsStepServer,
  userCouponStepServer,
  userCardStepServer,
  userPermStepServer,
  guideInfoStepServer,
  serviceOrderStepServer,
  refundStepServer,
  cardOrderStepServer,
  cardCodeRuleStepServer,
  cardCodeStepServer,
  partnersSettleStepServer,
  voluntaryListStepServer,
  mockExamStepServer,
  smsMessageStepServer,
  callRecordStepServer,
  smsTemplateStepServer,
  smsRecordStepServer,
  mockStudentStepServer,
  mockOrderStepServer,
  arrangeStepServer,
  abroadItemStepServer,
  abroadOrderStepServer,
  articleStepServer,
  crawlerTaskStepServer,
  pushTaskStepServer,
  ttAccountStepServer,
  ttCourseStepServer,
  ttMountStepServer,
  crawlerResultStepServer,
  officialArticleStepServer,
  onlineExamStepServer,
  examApplyStepServer,
  examOrderStepServer,
  examLateStepServer,
  courseStepServer,
  courseUploadStepServer,
  lectureApplyStepServer,
  liveStepServer,
  liveRoomGoodsStepServer,
];
