import { writeFileSync } from 'node:fs';

/**
 * A reporter of vitest that writes errors outside any test as JSON to the file that STRAY_ERRORS names: rejections that
 * nothing handled, workers that ended. They fail the run, but vitest's own JSON report does not have them.
 */
export default class StrayErrors {
  onTestRunEnd(_modules, errors) {
    const found = errors.map(error => ({
      type: error.type ?? error.name ?? 'Error',
      path: error.VITEST_TEST_PATH,
      test: error.VITEST_TEST_NAME,
      message: error.stack ?? error.message,
    }));
    writeFileSync(process.env.STRAY_ERRORS, JSON.stringify(found));
  }
}
