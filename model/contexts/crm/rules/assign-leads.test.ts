import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignLeads, assignModes } from './assign-leads.ts';

const sellers = [
  { userId: 11, open: 198 },
  { userId: 12, open: 196 },
  { userId: 13, open: 200 },
];

test('leads go to the person with most room, the lowest number among equals (domain 4.15)', () => {
  const { byUser, unassigned } = assignLeads([1, 2, 3, 4, 5, 6], sellers, assignModes.byRoom, 200);
  expect(Object.fromEntries(byUser)).toEqual({ 11: [3, 5], 12: [1, 2, 4, 6] });
  expect(unassigned).toEqual([]);
});

test('leads for which nobody has room are told', () => {
  const { unassigned } = assignLeads([1, 2, 3, 4, 5, 6, 7], sellers, assignModes.byRoom, 200);
  expect(unassigned).toEqual([7]);
});

test('leads go round in the order of the numbers, however the people were named', () => {
  const { byUser } = assignLeads([1, 2, 3, 4], [...sellers].reverse(), assignModes.even, 200);
  expect(Object.fromEntries(byUser)).toEqual({ 11: [1, 4], 12: [2], 13: [3] });
});

test('each lead goes to one person or is told as left, and nobody is given more than there is room for', () => {
  const people = fc.uniqueArray(fc.record({ userId: fc.integer({ min: 1, max: 50 }), open: fc.nat(20) }), {
    selector: ({ userId }) => userId,
    minLength: 1,
  });
  fc.assert(
    fc.property(people, fc.nat(40), fc.nat(15), fc.constantFrom(1, 2, 3), (found, count, cap, mode) => {
      const leads = Array.from({ length: count }, (_, index) => index + 1);
      const { byUser, unassigned } = assignLeads(leads, found, mode, cap);
      const all = [...[...byUser.values()].flat(), ...unassigned].sort((one, other) => one - other);
      expect(all).toEqual(leads);
      if (mode !== assignModes.byRoom) {
        expect(unassigned).toEqual([]);
        return;
      }
      for (const { userId, open } of found) {
        expect((byUser.get(userId) ?? []).length).toBeLessThanOrEqual(Math.max(0, cap - open));
      }
    }),
  );
});
