import { expect, test } from 'vitest';
import { z } from 'zod';
import { datasets, registry } from '../contexts/datasets.ts';
import { jobKinds, jobOperations } from '../contexts/jobs.ts';
import { label } from '../kernel/label.ts';
import { assertJobKinds } from './assert-jobs.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

const kind = defineJobKind({
  name: 'grow',
  bizType: 699,
  of: registry.region,
  may: 'wish:region:add',
  label: label('生成', 'Grow'),
  params: z.object({}),
});
const complaints = (kinds: readonly JobKind[], works = kinds.map(({ name }) => name)) => {
  try {
    assertJobKinds(kinds, works, datasets);
    return '';
  } catch (error) {
    return String(error);
  }
};

test('the kinds of jobs that the product has are in order', () => {
  expect(complaints(Object.values(jobKinds), [...jobOperations])).toBe('');
  expect(Object.entries<JobKind>(jobKinds).every(([name, { name: own }]) => name === own)).toBe(true);
});

test('every wrong kind of job is named at the start, with what to do', () => {
  expect(complaints([kind])).toBe('');
  const all = complaints(
    [
      { ...kind, name: 'a name of more than sixteen letters' },
      { ...kind, bizType: 50 },
      { ...kind, label: label('', 'Grow') },
      { ...kind, of: { ...registry.region } },
      // Codes can also come from a database or a program.
      { ...kind, may: 'wish:region:sing' as 'wish:region:add' },
    ],
    ['grow', 'forgotten'],
  );
  for (const why of [
    'must be called by a small letter',
    'region.grow: another kind of job has this name',
    'region.grow: bizType 50: numbers of such jobs begin at 600',
    'bizType 699: is the number of region',
    'has no label in one of the languages',
    'is of region, which is no declared dataset',
    'no declaration knows the code wish:region:sing',
    'the server does not know how to do it',
    'forgotten: has a work and is no declared kind',
  ])
    expect(all).toContain(why);
});
