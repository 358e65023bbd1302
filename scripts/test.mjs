/**
 * `npm test`: checks, unit tests, the server's tests on the embedded database and on PostgreSQL, and the browser tests
 * against the started product. Sets up everything it needs, and stops everything it started. The last line has the
 * totals. `npm test -- --only model` (or check, server, web, e2e) runs a part; arguments after a second `--` go to the
 * runner. `YIKAO_REPORTS=folder` keeps the runners' reports there (`bench/price.ts` reads one).
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './lib/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { main, runShown, Stop } from './lib/commands.mjs';
import {
  countsLine,
  playwrightCounts,
  playwrightFailures,
  slowestFiles,
  slowestSpecs,
  strayErrors,
  sumCounts,
  vitestCounts,
  vitestFailures,
} from './lib/counts.mjs';
import { installFfmpeg } from './lib/ffmpeg.mjs';
import { startPgBouncer } from './lib/pgbouncer.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { ensureServerBuild } from './lib/server-build.mjs';
import { ensureDependencies, ensureToolchain, toolScript } from './lib/toolchain.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/** The vitest projects of each part. */
const projects = {
  model: ['model'],
  web: ['web'],
  server: [
    ...['server-embedded', 'server-postgres'].flatMap(name => [name, `${name}-alone`]),
    'server-pooled',
  ],
};
const parts = ['check', 'model', 'web', 'server', 'e2e'];

/**
 * The heavy laws are tried on a sample of the datasets, most files of the server on one kind of database and stories of
 * the browser in one language, other ones each time (`server/testing/sample.ts`).
 */
const sample = process.env.YIKAO_SAMPLE || String(randomInt(1_000_000));
const sampleLine =
  sample === 'all'
    ? 'Everything ran on both kinds of database, in both languages and on all datasets.'
    : `Files ran on one kind of database, stories in one language and heavy laws on a sample of the datasets; YIKAO_SAMPLE=${sample} npm test does the same again, YIKAO_SAMPLE=all everything.`;

/** The files that the runners report to. */
const reportFiles = reports => ({
  first: { vitest: join(reports, 'vitest.json'), stray: join(reports, 'stray-errors.json') },
  second: { vitest: join(reports, 'vitest-again.json'), stray: join(reports, 'stray-errors-again.json') },
  playwright: join(reports, 'playwright.json'),
});

/** Clean-up functions that run at the end, in any case. */
const cleanUps = [];

async function cleanUp() {
  for (const task of cleanUps.splice(0).reverse()) await task();
}

async function runVitest(tools, wanted, reports, rest) {
  const names = wanted.flatMap(part => projects[part] ?? []);
  if (names.length === 0) return sumCounts([]);
  let env = tools.env;
  if (wanted.includes('server')) {
    const postgres = await startPostgres();
    cleanUps.push(postgres.stop);
    const pooler = await startPgBouncer(postgres.url);
    cleanUps.push(pooler.stop);
    env = { ...env, TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url };
  }
  const run = async (turn, projectNames, files) => {
    const { vitest: file, stray } = reportFiles(reports)[turn];
    const exitCode = await runShown(
      tools.node,
      [
        ...[toolScript('vitest', 'vitest.mjs'), 'run', '--passWithNoTests'],
        ...projectNames.flatMap(name => ['--project', name]),
        ...['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
        '--reporter=./scripts/lib/stray-errors.mjs',
        ...files,
      ],
      { env: { ...env, STRAY_ERRORS: stray } },
    );
    return vitestCounts(file, stray, exitCode);
  };
  const { counts, unfinished } = await run('first', names, rest);
  for (const line of slowestFiles(reportFiles(reports).first.vitest, 15)) console.log(line);
  if (unfinished.length === 0) return counts;
  // Like a test that fails, a file whose worker ended gets a second turn, and is named.
  for (const { path } of unfinished) console.log(`A worker ended in ${path}: its tests run again`);
  for (const line of strayErrors(reportFiles(reports).first.stray)) console.log(line);
  const again = await run(
    'second',
    [...new Set(unfinished.map(({ project }) => project))],
    unfinished.map(({ path }) => path),
  );
  const finished = again.unfinished.length === 0 ? again.counts : { ...again.counts, failed: 1 };
  return sumCounts([counts, finished]);
}

async function runBrowser(tools, reports, rest) {
  const chromium = ensureChromium();
  ensureWebBuild(tools);
  ensureServerBuild(tools);
  const { playwright: file } = reportFiles(reports);
  const exitCode = await runShown(
    tools.node,
    [toolScript('@playwright/test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...rest],
    { env: { ...tools.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  for (const line of slowestSpecs(file, 15)) console.log(line);
  return playwrightCounts(file, exitCode);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const unknown = values.only?.find(part => !parts.includes(part));
    if (unknown !== undefined) throw new Error(`There is no part ${unknown}`);
    return { wanted: values.only ?? parts, rest: positionals };
  } catch (error) {
    throw new Stop(
      `${error.message}. Usage: npm test -- [--only ${parts.join('|')}] [file or test name ...]`,
    );
  }
}

await main(async () => {
  const { wanted, rest } = readArguments();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => cleanUp().finally(() => process.exit(1)));
  }
  const toolchain = await ensureToolchain();
  await ensureDependencies(toolchain);
  if (wanted.includes('server') || wanted.includes('e2e')) installFfmpeg();
  // Files that are asked for by name run on both kinds of database, and in both languages.
  const both = rest.length > 0 || sample === 'all' ? '1' : '';
  const tools = { ...toolchain, env: { ...toolchain.env, YIKAO_SAMPLE: sample, YIKAO_BOTH: both } };
  const kept = process.env.YIKAO_REPORTS;
  const reports = kept ?? mkdtempSync(join(tmpdir(), 'yikao-reports-'));
  if (kept === undefined) cleanUps.push(() => rmSync(reports, { recursive: true, force: true }));
  else mkdirSync(kept, { recursive: true });
  // An earlier run's leftovers would be reported as this one's.
  const { first, second, playwright } = reportFiles(reports);
  for (const file of [...Object.values(first), ...Object.values(second), playwright])
    rmSync(file, { force: true });
  try {
    const counts = sumCounts([
      wanted.includes('check') ? runChecks(tools, { fresh: true }) : sumCounts([]),
      await runVitest(tools, wanted, reports, rest),
      wanted.includes('e2e') ? await runBrowser(tools, reports, rest) : sumCounts([]),
    ]);
    const failures = [
      ...[first, second].flatMap(({ vitest }) => vitestFailures(vitest)),
      // Those of a first turn were printed before the second.
      ...strayErrors(existsSync(second.stray) ? second.stray : first.stray),
      ...playwrightFailures(playwright),
    ];
    await cleanUp();
    if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
    console.log(`\n${sampleLine}`);
    console.log(countsLine(counts));
    if (counts.failed > 0) process.exitCode = 1;
  } finally {
    await cleanUp();
  }
});
