import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { DatabaseKind } from './server/testing/run.ts';
import { runsOn } from './server/testing/sample.ts';

/** Server tests that are no different on the other kind of database, and run once. */
const oneKindIsEnough = [
  'server/{add-a-dataset,raw-writes,statements}.test.ts',
  'server/excel/**',
  'server/platform/files/**',
  'server/platform/*/{embedded,embedded-cache,housekeeping}.test.ts',
  'server/platform/{config,faults,logger,metrics,port,source-lines}.test.ts',
];

/**
 * Server tests whose statements are the same on both, and which take longer on the embedded database, run on the server:
 * logins (`people.test.ts` logs in on both), calls from outside, and nodes that are killed in the middle of a payment.
 */
const serverIsEnough = [
  'server/contexts/people/auth/*/**',
  'server/bad-input.test.ts',
  'server/{engine/outbox/killed,contexts/settlement/partners-settle-killed,contexts/codes/codes-killed}.test.ts',
];

/**
 * Server tests that run on both kinds every time: those about the databases themselves, logins, and those that divide
 * their datasets among the two kinds (`ofThisDatabase`).
 */
const bothAreNeeded = [
  'server/platform/database/**',
  'server/platform/{migrations,jobs}.test.ts',
  'server/contexts/people/people.test.ts',
  'server/engine/datasets.test.ts',
  'server/engine/{history/{history,changes},write/trash,scope/scope,steps/steps}.test.ts',
  'server/engine/jobs/{import/import,lifecycle/killed}.test.ts',
];

/** Reports whether one of the globs matches a file. */
const isOneOf = (globs: readonly string[], file: string) => globs.some(glob => matchesGlob(file, glob));

/**
 * Server tests that run on the other kind of database only. Half of them are drawn in each run of `npm test`, which
 * prints the number of the draw; files that are asked for by name run on both (`YIKAO_BOTH=1`).
 */
function onTheOther(kind: DatabaseKind): string[] {
  const [fixedThere, fixedHere] =
    kind === 'embedded' ? [serverIsEnough, oneKindIsEnough] : [oneKindIsEnough, serverIsEnough];
  const isDrawnAway = (file: string) =>
    !isOneOf([...fixedHere, ...bothAreNeeded], file) && !runsOn(kind, file);
  return globSync('server/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter(
    file => isOneOf(fixedThere, file) || isDrawnAway(file),
  );
}

/** A server test of the pooler itself. */
const poolerOnly = 'server/platform/database/pooler.test.ts';

/** Server tests that inspect the memory of their process, or replace a package. */
const inOwnProcess = [
  'server/bad-input.test.ts',
  'server/excel/hostile.test.ts',
  'server/contexts/content/crawler.test.ts',
];

/**
 * The server's tests on one kind of database; they start processes and databases, hence the long limits. Files run in
 * sequence in one process, which has the product's code loaded and warm, except for those that need a separate one: a
 * process per file took a third of the CPU time.
 */
function serverOn(name: string, kind: DatabaseKind, isolate = false) {
  return {
    test: {
      name: isolate ? `${name}-alone` : name,
      include: isolate ? inOwnProcess : ['server/**/*.test.ts'],
      exclude: [poolerOnly, ...(isolate ? [] : inOwnProcess), ...onTheOther(kind)],
      isolate,
      globalSetup: ['server/testing/global-setup.ts'],
      env: { TEST_DATABASE: kind },
      // They wait for processes and databases on machines that may be busy; the report names those that needed the
      // retry.
      retry: 1,
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  };
}

/** Server tests of lists, saves, imports and jobs, which also run behind a pooler in transaction mode. */
const behindPooler = [
  'server/platform/{migrations,jobs}.test.ts',
  'server/platform/database/database.test.ts',
  poolerOnly,
  'server/engine/{read/totals,write/trash,history/history}.test.ts',
  'server/engine/jobs/import/{import,prepare}.test.ts',
  'server/engine/jobs/undo/undo.test.ts',
  'server/engine/jobs/lifecycle/killed.test.ts',
];

/** These tests on the PostgreSQL server behind PgBouncer. */
const pooled = serverOn('server-pooled', 'server');
Object.assign(pooled.test, {
  include: behindPooler,
  exclude: [],
  env: { TEST_DATABASE: 'server', TEST_POOLED: '1' },
});

/**
 * `npm test` runs all projects. `npx vitest --project server-embedded` and the like run one; the PostgreSQL project
 * exists if TEST_DATABASE_URL names a server whose user may create databases.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'model', include: ['model/**/*.test.ts'], isolate: false } },
      { test: { name: 'web', include: ['web/**/*.test.ts'], isolate: false } },
      serverOn('server-embedded', 'embedded'),
      serverOn('server-embedded', 'embedded', true),
      ...(process.env.TEST_DATABASE_URL === undefined
        ? []
        : [serverOn('server-postgres', 'server'), serverOn('server-postgres', 'server', true)]),
      ...(process.env.TEST_POOLER_URL === undefined ? [] : [pooled]),
    ],
  },
});
