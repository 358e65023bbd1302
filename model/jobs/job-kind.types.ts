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

const good = defineJobKind(kind);
jobCall('POST /api/test/grow', good);

// @ts-expect-error a code that no declaration knows
defineJobKind({ ...kind, may: 'wish:region:grow' });
// @ts-expect-error a dataset's name instead of the dataset
defineJobKind({ ...kind, of: 'region' });
// @ts-expect-error an option that is misspelt
defineJobKind({ ...kind, undoable: true });
// @ts-expect-error parameters that are no schema
defineJobKind({ ...kind, params: { year: 1 } });
const { label: _, ...unlabelled } = kind;
// @ts-expect-error no label
defineJobKind(unlabelled);
// @ts-expect-error an address without a method
jobCall('/api/test/grow', good);
