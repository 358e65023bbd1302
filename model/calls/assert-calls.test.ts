import { expect, test } from 'vitest';
import { calls } from '../contexts/calls.ts';
import { leadCalls } from '../contexts/crm/leads.calls.ts';
import { datasets } from '../contexts/datasets.ts';
import type { PermissionCode } from '../permissions.ts';
import { assertCalls } from './assert-calls.ts';

test('every call of the product asks for a code that can be granted', () => {
  expect(() => assertCalls(calls, datasets)).not.toThrow();
});

test('calls that ask for codes which nothing declares stop the boot, all of them at once', () => {
  // A generated call could still bring a code that the compiler refuses.
  const wrong = 'crm:lead:asign' as string as PermissionCode;
  const said = () =>
    assertCalls(
      [
        { ...leadCalls.assign, may: wrong },
        { ...leadCalls.claim, may: wrong },
        { ...leadCalls.due, may: 'person', chooses: [{ of: 'leeds' }] },
      ],
      datasets,
    );
  const told = 'asks for crm:lead:asign, a code that nothing declares; name an action or a step of a dataset';
  expect(said).toThrow(`- lead: ${leadCalls.assign.address} ${told}`);
  expect(said).toThrow(`- lead: ${leadCalls.claim.address} ${told}`);
  expect(said).not.toThrow(`${leadCalls.due.address} asks`);
  expect(said).toThrow(`- ${leadCalls.due.address} offers rows of leeds, which is no dataset`);
});

test('a call that hides another one at its address stops the boot, unless it says that it replaces it', () => {
  const { assign, claim } = leadCalls;
  const moved = { ...claim, address: assign.address };
  expect(() => assertCalls([assign, moved], datasets)).toThrow(
    `- ${assign.address} belongs to ${assign.label.en} and ${claim.label.en}; give one another path`,
  );
  expect(() => assertCalls([assign, { ...moved, replaces: true }], datasets)).not.toThrow();
});
