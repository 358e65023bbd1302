import { expect, test } from 'vitest';
import { onlineExamSteps } from '../contexts/exam/online-exam.machine.ts';
import { machines } from '../contexts/machines.ts';
import { mockExamSteps } from '../contexts/mock/mock-exam.machine.ts';
import { leadsOn, nextState, statesOf } from './states.ts';

/** Names of the steps that move a row on, in the order of the machine. */
const leading = (machine: Parameters<typeof leadsOn>[0], row: Record<string, unknown>) =>
  Object.keys(machine.steps).filter(name => leadsOn(machine, name, row));

test.each([
  ['closed', { examStatus: 2, seatPattern: 0 }, ['number', 'arrange'], 'numbered'],
  ['closed, with seats in the numbers', { examStatus: 2, seatPattern: 1 }, ['arrange'], 'arranged'],
  ['numbered', { examStatus: 3, seatPattern: 0 }, ['arrange'], 'arranged'],
  ['arranged', { examStatus: 4, seatPattern: 0 }, ['release'], 'released'],
  ['released', { examStatus: 5, seatPattern: 0 }, ['finish'], 'scoring'],
])('a mock exam that is %s goes on to its next step, not to one that is done', (_, row, steps, state) => {
  expect(leading(mockExamSteps, row)).toEqual(steps);
  expect(nextState(mockExamSteps, row)?.name).toBe(state);
});

test('an online exam that has ended is judged, and published once it was', () => {
  expect(leading(onlineExamSteps, { examState: 4, judgeLine: null })[0]).toBe('judge');
  expect(leading(onlineExamSteps, { examState: 4, judgeLine: '180.00' })).toEqual(['publish']);
});

test.each(Object.entries(machines))('no state of %s is followed by an earlier one', (_, machine) => {
  const order = statesOf(machine);
  for (const { code } of order) {
    const next = nextState(machine, { [machine.field]: code });
    if (next) expect(order.indexOf(next)).toBeGreaterThan(order.findIndex(item => item.code === code));
  }
});
