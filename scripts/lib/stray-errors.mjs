import { writeFileSync } from 'node:fs';

const text = error =>
  [error.stack ?? error.message, error.cause && text(error.cause)].filter(Boolean).join('\n');

/**
 * A reporter of vitest that writes what its JSON report does not have to the file that STRAY_ERRORS names: errors
 * outside any test (rejections that nothing handled, workers that ended), which fail the run, and the files of which a
 * worker left tests undone when it ended.
 */
export default class StrayErrors {
  onTestRunEnd(modules, errors) {
    const unfinished = modules.filter(module =>
      [...module.children.allTests()].some(test => test.result().state === 'pending'),
    );
    writeFileSync(
      process.env.STRAY_ERRORS,
      JSON.stringify({
        errors: errors.map(error => ({
          type: error.type ?? error.name ?? 'Error',
          path: error.VITEST_TEST_PATH,
          test: error.VITEST_TEST_NAME,
          message: text(error),
          // Killed by the system or by V8; a test that ends its process itself is a fault of the test.
          workerEnded: /Worker exited unexpectedly with signal/.test(text(error)),
        })),
        unfinished: unfinished.map(({ moduleId, project }) => ({ path: moduleId, project: project.name })),
      }),
    );
  }
}
