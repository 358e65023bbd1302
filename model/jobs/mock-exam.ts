import { z } from 'zod';
import { seat } from '../datasets/mock/seat.ts';
import { ticket } from '../datasets/mock/ticket.ts';
import { label } from '../kernel/label.ts';
import { defineJobKind } from './job-kind.ts';

const params = z.object({ examId: z.coerce.number<number | string>().int().positive() });

/** Arranges the seats of every area of an exam that is not locked (domain 4.1). */
export const arrangeExam = defineJobKind({
  name: 'arrangeExam',
  bizType: 612,
  of: seat,
  may: 'mock:arrange:execute',
  label: label('编排全部考区', 'Arrange all areas'),
  params,
});

/** Gives numbers to the candidates of all areas of an exam who have none (domain 4.3). */
export const numberExam = defineJobKind({
  name: 'numberExam',
  bizType: 613,
  of: ticket,
  may: 'mock:ticket:generate',
  label: label('生成准考证号', 'Give ticket numbers'),
  params,
});
