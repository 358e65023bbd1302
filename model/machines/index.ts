import type { registry } from '../datasets/index.ts';
import type { AnyDataset, RowOf } from '../kernel/dataset.ts';
import {
  type AnyMachine,
  defineMachines,
  type GivenTo,
  type MachineDataset,
  type StepName,
} from '../kernel/steps.ts';
import { accountSteps, enablingSteps } from './enabling.ts';
import { guideInfoSteps } from './guide-info.ts';
import { leadSteps } from './lead.ts';
import { leadTransferSteps } from './lead-transfer.ts';
import { arrangeSteps } from './mock/arrange.ts';
import { mockExamSteps } from './mock/mock-exam.ts';
import { mockOrderSteps } from './mock/mock-order.ts';
import { mockStudentSteps } from './mock/mock-student.ts';
import { outboxSteps } from './outbox.ts';
import { partnersApplySteps } from './partners-apply.ts';
import { partnersSettleSteps } from './partners-settle.ts';
import { payRecordSteps, payRefundSteps } from './payment.ts';
import { goodsSteps } from './sales/goods.ts';
import { orderSteps } from './sales/order.ts';
import { refundSteps } from './sales/refund.ts';
import { userCardSteps } from './sales/user-card.ts';
import { userCouponSteps } from './sales/user-coupon.ts';
import { smsMessageSteps } from './sms-message.ts';
import { sysJobSteps } from './sys-job.ts';
import { userPermSteps } from './user-perm.ts';
import { voluntaryListSteps } from './voluntary-list.ts';

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
  enabling: enablingSteps,
  account: accountSteps,
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
  mockStudent: mockStudentSteps,
  mockOrder: mockOrderSteps,
  arrange: arrangeSteps,
});

/** The machine of a dataset's rows; undefined where they have no states. */
export function machineOf(dataset: AnyDataset): AnyMachine | undefined {
  return Object.values<AnyMachine>(machines).find(machine =>
    machine.datasets.some(({ name }) => name === dataset.name),
  );
}

type Machines = typeof machines;

/** The machine by which rows of a dataset take a step, or never. */
type MachineWith<D, K> = {
  [M in keyof Machines]: D extends MachineDataset<Machines[M]>['name']
    ? K extends StepName<Machines[M]>
      ? Machines[M]
      : never
    : never;
}[keyof Machines];

// Of a toggle the step is one way among several: who follows it hears of every way, as the rows' update.
type Lifecycles = Exclude<keyof Machines, 'enabling' | 'account' | 'userPerm'>;

type StepEvent = {
  [M in Lifecycles]: `${MachineDataset<Machines[M]>['name']}.${StepName<Machines[M]>}`;
}[Lifecycles];

/** Name of something that can happen to rows: a step of theirs, or what is done to them by any other road. */
export type EventName = StepEvent | `${keyof typeof registry}.${'add' | 'update' | 'delete' | 'restore'}`;

/** The rows of an event. */
export type EventRow<E> = E extends `${infer D extends keyof typeof registry}.${string}`
  ? RowOf<(typeof registry)[D]>
  : never;

/** Inputs of the step that an event tells of. */
export type EventGiven<E> = E extends `${infer D}.${infer K}`
  ? GivenTo<MachineWith<D, K>, K & StepName<MachineWith<D, K>>>
  : never;
