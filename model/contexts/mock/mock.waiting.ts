import { label } from '../../kernel/label.ts';
import { rowsWait, stepWaits } from '../../waiting.ts';
import { mockExam } from './mock-exam.ts';
import { mockOrderSteps } from './mock-order.machine.ts';
import { mockStudent } from './mock-student.ts';

/** Mock exams that wait for a step, their orders, and the candidates of an agency that are to be paid for (3.7). */
export const mockWaiting = [
  rowsWait(mockExam, {
    name: 'mockExam.next',
    label: label('等待下一步的模拟考', 'Mock exams that wait for a step'),
    next: label('编号、排座、发布或录分', 'Number, seat, release or mark'),
    may: 'mock:exam:update',
    // Closed, numbered, arranged; and over, with marks to enter and to publish.
    asked: () => ({ examStatus: [2, 3, 4, 6] }),
    sort: 'examStartTime',
    tells: ['examStartTime'],
  }),
  stepWaits(mockOrderSteps, 'pay', {
    label: label('待支付的模考订单', 'Mock-exam orders to be paid'),
    title: 'studentName',
    tells: ['amount'],
  }),
  rowsWait(mockStudent, {
    name: 'mockStudent.pay',
    label: label('还没有缴费的考生', 'Candidates who have not paid'),
    next: label('联系缴费', 'See to the payment'),
    may: 'mock:student:update',
    // Those who take payments have the orders.
    unless: 'mock:order:update',
    asked: () => ({ regStatus: [0] }),
    tells: ['examId', 'createTime'],
  }),
];
