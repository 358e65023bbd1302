/**
 * Mistakes in kinds of jobs that must not compile, one to a line: the compiler complains of every `@ts-expect-error`
 * beneath which nothing is wrong. Nothing here ever runs.
 */

import { z } from 'zod';
import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { jobCall } from './job-call.ts';
import { defineJobKind } from './job-kind.ts';

const { region } = registry;
const params = z.object({ year: z.number() });
const name = label('名', 'Name');
const kind = { name: 'grow', bizType: 699, of: region, may: 'wish:region:add', label: name, params } as const;

export const good = defineJobKind(kind);
export const call = jobCall('POST /api/test/grow', good);

// @ts-expect-error a code that no declaration knows
export const badCode = defineJobKind({ ...kind, may: 'wish:region:grow' });
// @ts-expect-error a dataset's name instead of the dataset
export const badDataset = defineJobKind({ ...kind, of: 'region' });
// @ts-expect-error an option that is misspelt
export const badOption = defineJobKind({ ...kind, undoable: true });
// @ts-expect-error parameters that are no schema
export const badParams = defineJobKind({ ...kind, params: { year: 1 } });
// @ts-expect-error no label
export const noLabel = defineJobKind({
  name: 'grow',
  bizType: 699,
  of: region,
  may: 'wish:region:add',
  params,
});
// @ts-expect-error an address without a method
export const badCall = jobCall('/api/test/grow', good);
