/**
 * Job kinds that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error below
 * it. This code never runs.
 */

import { z } from 'zod';
import { registry } from '../contexts/datasets.ts';
import { label } from '../kernel/label.ts';
import { jobCall } from './job-call.ts';
import { defineJobKind } from './job-kind.ts';

const { region } = registry;
const params = z.object({ year: z.number() });
const name = label('名', 'Name');
const kind = { name: 'grow', bizType: 699, of: region, may: 'wish:region:add', label: name, params } as const;

const good = defineJobKind(kind);
jobCall('POST /api/test/grow', good);

// @ts-expect-error undeclared permission code
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
