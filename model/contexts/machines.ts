import type { AnyDataset, RowOf } from '../kernel/dataset.ts';
import {
  type AnyMachine,
  defineMachines,
  type GivenTo,
  type MachineDataset,
  type StepName,
} from '../kernel/steps.ts';
import { abroadItemSteps } from './abroad/abroad-item.machine.ts';
import { abroadOrderSteps } from './abroad/abroad-order.machine.ts';
import { cardCodeSteps } from './codes/card-code.machine.ts';
import { cardCodeRuleSteps } from './codes/card-code-rule.machine.ts';
import { cardOrderSteps } from './codes/card-order.machine.ts';
import { userPermSteps } from './consumer/user-perm.machine.ts';
import { articleSteps } from './content/article.machine.ts';
import { crawlerResultSteps } from './content/crawler-result.machine.ts';
import { crawlerTaskSteps } from './content/crawler-task.machine.ts';
import { officialArticleSteps } from './content/official-article.machine.ts';
import { leadSteps } from './crm/lead.machine.ts';
import { leadTransferSteps } from './crm/lead-transfer.machine.ts';
import type { registry } from './datasets.ts';
import { examApplySteps } from './exam/exam-apply.machine.ts';
import { examLateSteps } from './exam/exam-late.machine.ts';
import { examOrderSteps } from './exam/exam-order.machine.ts';
import { onlineExamSteps } from './exam/online-exam.machine.ts';
import { guideInfoSteps } from './guide/guide-info.machine.ts';
import { arrangeSteps } from './mock/arrange.machine.ts';
import { mockExamSteps } from './mock/mock-exam.machine.ts';
import { mockOrderSteps } from './mock/mock-order.machine.ts';
import { mockStudentSteps } from './mock/mock-student.machine.ts';
import { partnersApplySteps } from './partner/partners-apply.machine.ts';
import { payRecordSteps, payRefundSteps } from './payment/payment.machine.ts';
import { pushTaskSteps } from './push/push-task.machine.ts';
import { callRecordSteps } from './reach/call-record.machine.ts';
import { smsRecordSteps } from './reach/sms-record.machine.ts';
import { smsTemplateSteps } from './reach/sms-template.machine.ts';
import { goodsSteps } from './sales/goods.machine.ts';
import { orderSteps } from './sales/order.machine.ts';
import { refundSteps } from './sales/refund.machine.ts';
import { userCardSteps } from './sales/user-card.machine.ts';
import { userCouponSteps } from './sales/user-coupon.machine.ts';
import { partnersSettleSteps } from './settlement/partners-settle.machine.ts';
import { accountSteps, enablingSteps, organisationSteps } from './shared/enabling.machine.ts';
import { outboxSteps } from './system/outbox.machine.ts';
import { smsMessageSteps } from './system/sms-message.machine.ts';
import { sysJobSteps } from './system/sys-job.machine.ts';
import { courseSteps } from './teaching/course.machine.ts';
import { courseUploadSteps } from './teaching/course-upload.machine.ts';
import { lectureApplySteps } from './teaching/lecture-apply.machine.ts';
import { liveSteps } from './teaching/live.machine.ts';
import { liveRoomGoodsSteps } from './teaching/live-room-goods.machine.ts';
import { ttAccountSteps } from './tiktok/tt-account.machine.ts';
import { ttCourseSteps } from './tiktok/tt-course.machine.ts';
import { ttMountSteps } from './tiktok/tt-mount.machine.ts';
import { voluntaryListSteps } from './voluntary/voluntary-list.machine.ts';

/** Every machine of the product: the states of rows and the steps between them. */
export const machines = defineMachines({
  sysJob: sysJobSteps,
  outbox: outboxSteps,
  partnersApply: partnersApplySteps,
  goods: goodsSteps,
  userCoupon: userCouponSteps,
  userCard: userCardSteps,
  order: orderSteps,
  refund: refundSteps,
  cardOrder: cardOrderSteps,
  cardCodeRule: cardCodeRuleSteps,
  cardCode: cardCodeSteps,
  enabling: enablingSteps,
  account: accountSteps,
  organisation: organisationSteps,
  userPerm: userPermSteps,
  guideInfo: guideInfoSteps,
  payRecord: payRecordSteps,
  payRefund: payRefundSteps,
  lead: leadSteps,
  partnersSettle: partnersSettleSteps,
  leadTransfer: leadTransferSteps,
  voluntaryList: voluntaryListSteps,
  mockExam: mockExamSteps,
  smsMessage: smsMessageSteps,
  callRecord: callRecordSteps,
  smsTemplate: smsTemplateSteps,
  smsRecord: smsRecordSteps,
  mockStudent: mockStudentSteps,
  mockOrder: mockOrderSteps,
  arrange: arrangeSteps,
  course: courseSteps,
  courseUpload: courseUploadSteps,
  lectureApply: lectureApplySteps,
  live: liveSteps,
  liveRoomGoods: liveRoomGoodsSteps,
  abroadItem: abroadItemSteps,
  abroadOrder: abroadOrderSteps,
  article: articleSteps,
  crawlerTask: crawlerTaskSteps,
  crawlerResult: crawlerResultSteps,
  officialArticle: officialArticleSteps,
  onlineExam: onlineExamSteps,
  examApply: examApplySteps,
  examOrder: examOrderSteps,
  examLate: examLateSteps,
  pushTask: pushTaskSteps,
  ttAccount: ttAccountSteps,
  ttCourse: ttCourseSteps,
  ttMount: ttMountSteps,
});

/** The machine of a dataset's rows; undefined if they have no states. */
export function machineOf(dataset: AnyDataset): AnyMachine | undefined {
  return Object.values<AnyMachine>(machines).find(machine =>
    machine.datasets.some(({ name }) => name === dataset.name),
  );
}

type Machines = typeof machines;

/** The machine whose steps a dataset's rows take, or never. */
type MachineWith<D, K> = {
  [M in keyof Machines]: D extends MachineDataset<Machines[M]>['name']
    ? K extends StepName<Machines[M]>
      ? Machines[M]
      : never
    : never;
}[keyof Machines];

// Of a toggle the step is one way among several: who follows it hears of every way, as the rows' update.
type Lifecycles = Exclude<keyof Machines, 'enabling' | 'account' | 'userPerm' | 'abroadItem'>;

type StepEvent = {
  [M in Lifecycles]: `${MachineDataset<Machines[M]>['name']}.${StepName<Machines[M]>}`;
}[Lifecycles];

/** Name of an event on rows: one of their steps, or any other kind of change. */
export type EventName = StepEvent | `${keyof typeof registry}.${'add' | 'update' | 'delete' | 'restore'}`;

/** The rows of an event. */
export type EventRow<E> = E extends `${infer D extends keyof typeof registry}.${string}`
  ? RowOf<(typeof registry)[D]>
  : never;

/** Inputs of an event's step. */
export type EventGiven<E> = E extends `${infer D}.${infer K}`
  ? GivenTo<MachineWith<D, K>, K & StepName<MachineWith<D, K>>>
  : never;
