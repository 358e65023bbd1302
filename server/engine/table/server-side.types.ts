/**
 * Server sides that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error
 * below it. This code never runs.
 */

import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { defineServer } from './server-side.ts';

const { partners, schExamType } = registry;

/** Hooks, expressions and look-ups are typed by their dataset's fields. */
function sides() {
  defineServer(partners, {
    expressions: { channel: () => sql`null` },
    reads: ['channelId'],
    normalise: row => ({ channelName: row.partnersName ?? null }),
    before: async (_, changes) =>
      changes.map(({ row }) => ({
        values: { channel: row.channelName ?? null },
        issues: [issue('phone', 'locked')],
      })),
  });
  // @ts-expect-error no such field
  defineServer(partners, { expressions: { chanel: () => sql`null` } });
  // @ts-expect-error no such field
  defineServer(partners, { reads: ['channelid'] });
  // @ts-expect-error no such field
  defineServer(partners, { normalise: row => ({ channelName: row.name }) });
  // @ts-expect-error a year is a number
  defineServer(partners, { normalise: () => ({ dataYear: '2026' }) });
  // @ts-expect-error no such code
  defineServer(schExamType, { normalise: () => ({ applyStatus: 9 }) });
  defineServer(partners, {
    // @ts-expect-error no such field
    before: async (_, changes) => changes.map(({ values }) => ({ values: { channel: values.chanel } })),
  });
  // @ts-expect-error no such field
  defineServer(partners, { before: async () => [{ issues: [issue('mobile', 'locked')] }] });
  // @ts-expect-error a row belongs to a number
  defineServer(partners, { saved: async (_, { row }) => void row.channelId?.trim() });
  // @ts-expect-error no such hook
  defineServer(partners, { beforeSave: async () => ({}) });
}

/** Permission codes. */
function codes(actor: Actor) {
  holds(actor, 'wish:partners:list');
  // @ts-expect-error no such code
  holds(actor, 'wish:partner:list');
  // @ts-expect-error partners cannot be deleted in batches
  holds(actor, 'wish:partners:batchDelete');
}

void [sides, codes];
