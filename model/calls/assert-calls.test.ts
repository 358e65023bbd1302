import { expect, test } from 'vitest';
import { calls } from '../contexts/calls.ts';
import { leadCalls } from '../contexts/crm/leads.calls.ts';
import type { PermissionCode } from '../permissions.ts';
import { assertCalls } from './assert-calls.ts';

test('every call of the product asks for a code that can be granted', () => {
  expect(() => assertCalls(calls)).not.toThrow();
});

test('calls that ask for codes which nothing declares stop the boot, all of them at once', () => {
  // A generated call could still bring a code that the compiler refuses.
  const wrong = 'crm:lead:asign' as string as PermissionCode;
  const said = () =>
    assertCalls([
      { ...leadCalls.assign, may: wrong },
      { ...leadCalls.claim, may: wrong },
      { ...leadCalls.due, may: 'person' },
    ]);
  const told = 'asks for crm:lead:asign, a code that nothing declares; name an action or a step of a dataset';
  expect(said).toThrow(`- lead: ${leadCalls.assign.address} ${told}`);
  expect(said).toThrow(`- lead: ${leadCalls.claim.address} ${told}`);
  expect(said).not.toThrow(leadCalls.due.address);
});
