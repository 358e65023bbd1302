import { z } from 'zod';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { seat } from './seat.ts';
import { ticket } from './ticket.ts';

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

/** Assigns numbers to the candidates of an exam without one, in all areas (domain 4.3). */
export const numberExam = defineJobKind({
  name: 'numberExam',
  bizType: 613,
  of: ticket,
  may: 'mock:ticket:generate',
  label: label('生成准考证号', 'Assign ticket numbers'),
  params,
});
