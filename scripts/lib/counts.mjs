import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const none = { passed: 0, failed: 0, skipped: 0 };

/** The sum of counts of tests. */
export function sumCounts(counts) {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  );
}

/** Counts a failed run without a failed test as one failure, for example a file that cannot be loaded. */
function atLeastOneFailure(counts, exitCode) {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * The counts in the JSON report of vitest, and the files whose tests a worker left undone when it ended: they are in no
 * count, and run again in a new worker. Any other error outside a test counts as a failure.
 */
export function vitestCounts(file, strayFile, exitCode) {
  const report = readReport(file);
  const { errors = [], unfinished = [] } = readReport(strayFile) ?? {};
  const counts = report
    ? {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + (report.numTodoTests ?? 0),
      }
    : none;
  const onlyWorkersEnded = unfinished.length > 0 && errors.every(({ workerEnded }) => workerEnded);
  return onlyWorkersEnded
    ? { counts, unfinished }
    : { counts: atLeastOneFailure(counts, exitCode), unfinished: [] };
}

/** Lines that name the test files which took longest, from start to end, so that they are seen before they hurt. */
export function slowestFiles(file, most) {
  const files = (readReport(file)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1_000,
  }));
  return slowestLines(files, most);
}

/** The same of the report of Playwright, whose files run beside each other. */
export function slowestSpecs(file, most) {
  const seconds = suite => [
    ...(suite.specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
    ...(suite.suites ?? []).flatMap(seconds),
  ];
  const files = (readReport(file)?.suites ?? []).map(suite => ({
    name: `e2e/${suite.file}`,
    seconds: seconds(suite).reduce((sum, { duration }) => sum + duration, 0) / 1_000,
  }));
  return slowestLines(files, most);
}

function slowestLines(files, most) {
  if (files.length === 0) return [];
  const slow = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most);
  return [
    '',
    'The slowest files, seconds:',
    ...slow.map(one => `${one.seconds.toFixed(1).padStart(7)}  ${one.name}`),
  ];
}

/** The counts in the JSON report of Playwright. One that passed when repeated counts as passed: the runner lists it as flaky. */
export function playwrightCounts(file, exitCode) {
  const stats = readReport(file)?.stats;
  const counts = stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
    : none;
  return atLeastOneFailure(counts, exitCode);
}

/** The first lines of a test's failure, without the runner's colours. */
function firstLines(message) {
  const plain = stripVTControlCharacters(message ?? '').trim();
  return plain
    ? plain
        .split('\n')
        .slice(0, 12)
        .map(line => `    ${line.slice(0, 300)}`)
    : [];
}

/** Lines naming the failed tests in vitest's JSON report, with the end of each message, since the output is long. */
export function vitestFailures(file) {
  return (readReport(file)?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const path = relative(process.cwd(), name);
    if (failed.length === 0 && message) return [`failed  ${path}`, ...firstLines(message)];
    return failed.flatMap(one => [
      `failed  ${path} › ${one.fullName}`,
      ...firstLines(one.failureMessages[0]),
    ]);
  });
}

/** Lines naming the errors outside any test that `stray-errors.mjs` wrote, with the file and the test that ran then. */
export function strayErrors(file) {
  return (readReport(file)?.errors ?? []).flatMap(({ type, path, test, message }) => [
    `failed  ${[path && relative(process.cwd(), path), test, type].filter(Boolean).join(' › ')}`,
    ...firstLines(message),
  ]);
}

/** Lines naming the failed tests in Playwright's JSON report, with their messages. */
export function playwrightFailures(file) {
  const inSuite = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .flatMap(({ file: path, title, tests }) => [
        `failed  e2e/${path} › ${title}`,
        ...firstLines(tests.flatMap(one => one.results).findLast(one => one.error)?.error.message),
      ]),
    ...suites.flatMap(inSuite),
  ];
  return (readReport(file)?.suites ?? []).flatMap(inSuite);
}

/** The last line of a test run. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
