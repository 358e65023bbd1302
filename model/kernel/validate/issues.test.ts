import { expect, test } from 'vitest';
import { label } from '../label.ts';
import { issue, issueText } from './issues.ts';

test('the fault of a number pattern shows the tokens that it needs as they are written', () => {
  const name = label('号码格式', 'Number pattern');
  const fault = issue('ticketPattern', 'badPattern');
  expect(issueText(fault, name, 'zh')).toContain('号码格式须包含 {aa} 以及 {nnnnn}（或 {rrr} 和 {ss}）');
  expect(issueText(fault, name, 'en')).toContain('needs {aa} and {nnnnn}, or {rrr} and {ss}');
});
