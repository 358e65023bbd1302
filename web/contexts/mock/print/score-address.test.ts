import { expect, it } from 'vitest';
import { scoreAddress } from './score-address.ts';

const of = { examId: 3, studentId: 9, ticketNo: '2743010100001' };
const origin = 'https://yikao.example';

it('leads from a ticket to the marks: to the address of the template with the number, else to the analysis here', () => {
  expect(scoreAddress({ scoreUrl: 'https://q.example/marks?from=paper' }, of, origin)).toBe(
    'https://q.example/marks?from=paper&ticketNo=2743010100001',
  );
  for (const scoreUrl of [null, 'nonsense'])
    expect(scoreAddress({ scoreUrl }, of, origin)).toBe(`${origin}/scoreAnalyse?examId=3&studentId=9`);
});
