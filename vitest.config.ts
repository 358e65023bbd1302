import { defineConfig } from 'vitest/config';

/** Server tests that are no different on the other kind of database, and run once. */
const oneKindIsEnough = [
  'server/excel/**',
  'server/platform/files/**',
  'server/platform/*/{embedded,housekeeping}.test.ts',
  'server/platform/{config,faults,logger,metrics}.test.ts',
];

/** Server tests that look at the memory of their process, or put a part of their own in the place of a package. */
const inOwnProcess = ['server/bad-input.test.ts', 'server/excel/hostile.test.ts'];

/**
 * The server's tests on one kind of database; they start processes and databases, hence the long limits. Files follow each
 * other in one process, which has the product's code loaded and warm, but for those that need one of their own: a process
 * for each file was a third of the processor time.
 */
function serverOn(name: string, kind: 'embedded' | 'server', isolate = false) {
  return {
    test: {
      name: isolate ? `${name}-alone` : name,
      include: isolate ? inOwnProcess : ['server/**/*.test.ts'],
      exclude: [...(isolate ? [] : inOwnProcess), ...(kind === 'embedded' ? [] : oneKindIsEnough)],
      isolate,
      globalSetup: ['server/testing/global-setup.ts'],
      env: { TEST_DATABASE: kind },
      // They wait for processes and databases on machines that may be busy with others; the report names those that
      // needed their second chance.
      retry: 1,
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  };
}

/**
 * `npm test` runs all projects. `npx vitest --project server-embedded` and the like run one; the PostgreSQL project
 * exists where TEST_DATABASE_URL names a server whose user may create databases.
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
    ],
  },
});
