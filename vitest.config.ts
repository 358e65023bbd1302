import { defineConfig } from 'vitest/config';

/** Server tests that are no different on the other kind of database, and run once. */
const oneKindIsEnough = [
  'server/excel/**',
  'server/platform/files/**',
  'server/platform/*/{embedded,housekeeping}.test.ts',
  'server/platform/{config,faults,logger,metrics}.test.ts',
];

/** The server's tests on one kind of database; they start processes and databases, hence the long limits. */
function serverOn(name: string, kind: 'embedded' | 'server') {
  return {
    test: {
      name,
      include: ['server/**/*.test.ts'],
      exclude: kind === 'embedded' ? [] : oneKindIsEnough,
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
      { test: { name: 'model', include: ['model/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/**/*.test.ts'] } },
      serverOn('server-embedded', 'embedded'),
      ...(process.env.TEST_DATABASE_URL === undefined ? [] : [serverOn('server-postgres', 'server')]),
    ],
  },
});
