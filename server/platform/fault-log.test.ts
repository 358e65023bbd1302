import { expect, test } from 'vitest';
import { createFaultLog } from './fault-log.ts';
import type { Logger } from './logger.ts';

test('a crowd of faults is one line a second without stacks, with the number of those left out', () => {
  const lines: unknown[][] = [];
  const logger = { error: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
  let at = 0;
  const tell = createFaultLog(logger, 'The queue had an error', () => at);
  for (; at < 2_500; at += 100) tell(new Error('connect ECONNREFUSED'));
  expect(lines).toEqual([
    [{ reason: 'connect ECONNREFUSED' }, 'The queue had an error'],
    [{ reason: 'connect ECONNREFUSED', left: 9 }, 'The queue had an error'],
    [{ reason: 'connect ECONNREFUSED', left: 9 }, 'The queue had an error'],
  ]);
  at = 5_000;
  tell(new AggregateError([], '', { cause: Object.assign(new Error(''), { code: 'ECONNRESET' }) }));
  expect(lines.at(-1)).toEqual([{ reason: 'ECONNRESET', left: 4 }, 'The queue had an error']);
});
