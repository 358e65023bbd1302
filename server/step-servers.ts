import { accountStepServer, enablingStepServer } from './datasets/enabling.steps.ts';
import { goodsStepServer } from './datasets/goods.steps.ts';
import { guideInfoStepServer } from './datasets/guide-info.steps.ts';
import { leadStepServer } from './datasets/lead.steps.ts';
import { leadTransferStepServer } from './datasets/lead-transfer.steps.ts';
import { arrangeStepServer } from './datasets/mock/arrange.steps.ts';
import { mockExamStepServer } from './datasets/mock/mock-exam.steps.ts';
import { mockOrderStepServer } from './datasets/mock/mock-order.steps.ts';
import { mockStudentStepServer } from './datasets/mock/mock-student.steps.ts';
import { outboxStepServer } from './datasets/outbox.steps.ts';
import { partnersApplyStepServer } from './datasets/partners-apply.steps.ts';
import { partnersSettleStepServer } from './datasets/partners-settle.steps.ts';
import { payRecordStepServer, payRefundStepServer } from './datasets/payment.steps.ts';
import { refundStepServer } from './datasets/refund.steps.ts';
import { serviceOrderStepServer } from './datasets/service-order.steps.ts';
import { smsMessageStepServer } from './datasets/sms-message.steps.ts';
import { sysJobStepServer } from './datasets/sys-job.steps.ts';
import { userCardStepServer } from './datasets/user-card.steps.ts';
import { userCouponStepServer } from './datasets/user-coupon.steps.ts';
import { userPermStepServer } from './datasets/user-perm.steps.ts';
import { voluntaryListStepServer } from './datasets/voluntary-list.steps.ts';
import type { StepServer } from './engine/steps/step-server.ts';

/** The server's side of the steps of every machine. */
export const stepServers: readonly StepServer[] = [
  sysJobStepServer,
  outboxStepServer,
  partnersApplyStepServer,
  enablingStepServer,
  accountStepServer,
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
  partnersSettleStepServer,
  voluntaryListStepServer,
  mockExamStepServer,
  smsMessageStepServer,
  mockStudentStepServer,
  mockOrderStepServer,
  arrangeStepServer,
];
