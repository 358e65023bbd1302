/**
 * Costs of each dataset, compared with its budget: seconds of tests by generated suite, on both databases together;
 * milliseconds of the start; bytes of the first download. Fails if a dataset exceeds a limit.
 *
 *   npm start once, so that the pages are built; then: node bench/price.ts [report]
 *
 * With the report of a test run (`YIKAO_REPORTS=folder npm test` keeps `folder/vitest.json`) it does not run the suites
 * itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliCompressSync } from 'node:zlib';
import { assertDatasets } from '@yikao/model/assert/assert-datasets.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { createApp } from '@yikao/server/app.ts';
import { openSeededApp } from '@yikao/server/contexts/testing/seeded-app.ts';
import { readConfig } from '@yikao/server/platform/config.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { sampleSize } from '@yikao/server/testing/sample.ts';
import { startPostgres } from '../scripts/lib/postgres.mjs';

const root = join(import.meta.dirname, '..');

/** The budget for one more dataset. */
const budget = { seconds: 2, boot: 3, bytes: 1_000 } as const;

/** Runs of the suites of whole coverage; the middle one counts, since the first dataset of a run pays for its start. */
const turns = 3;

/** Suites that run over every dataset; `npm test` runs the last ones on a sample, see `server/testing/sample.ts`. */
const suites = {
  whole: ['datasets', 'scope', 'steps', 'trash', 'history'],
  sampled: ['hostile-rows', 'round-trip', 'examples'],
} as const;
type Suite = (typeof suites)['whole' | 'sampled'][number];

/** Names of the datasets. */
const names = new Set(datasets.map(({ name }) => name));

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: string[];
      readonly title: string;
      readonly status: string;
      readonly duration?: number;
    }[];
  }[];
}

/**
 * Runs the suites on both databases: the complete ones as in `npm test`, several times; the slow ones on all datasets,
 * since a sample does not cover them. Returns the report files, one per run.
 */
async function runSuites(folder: string): Promise<string[]> {
  const postgres = await startPostgres();
  const files: string[] = [];
  try {
    const runs = [...Array.from({ length: turns }, () => suites.whole), suites.sampled];
    for (const [turn, list] of runs.entries()) {
      const file = join(folder, `run-${turn}.json`);
      // Asynchronous, because this process must read the server's output, or the server would block.
      const run = spawn(
        process.execPath,
        [
          ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${file}`],
          ...['--project', 'server-embedded', '--project', 'server-postgres'],
          ...list.map(suite => `/${suite}.test.ts`),
        ],
        {
          cwd: root,
          env: {
            ...process.env,
            TEST_DATABASE_URL: postgres.url,
            YIKAO_SAMPLE: list === suites.whole ? String((Date.now() % 100_000) + turn) : '',
          },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      );
      const [status] = await once(run, 'exit');
      if (status !== 0) throw new Error('The suites do not pass; their time says nothing');
      files.push(file);
    }
  } finally {
    await postgres.stop();
  }
  return files;
}

/** The middle one of some numbers. */
const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** One scenario of a suite: its duration where it ran, and its position. */
interface Law {
  readonly suite: Suite;
  readonly took: { readonly dataset: string; readonly ms: number }[];
  /** The dataset of each place that the law has, tried or not. */
  readonly places: string[];
}

/** The scenarios of the suites, from a run's report. */
async function lawsOf(file: string): Promise<readonly Law[]> {
  // The format of vitest's reports.
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
  const laws = new Map<string, Law>();
  for (const { name: path, assertionResults } of testResults) {
    const suite = Object.values(suites)
      .flat()
      .find(one => path.endsWith(`/${one}.test.ts`) && path.includes('/server/engine/'));
    if (suite === undefined) continue;
    for (const { ancestorTitles, title, status, duration = 0 } of assertionResults) {
      // The first name is the subject: `agent by province` is a test of `agent`.
      const dataset = (ancestorTitles[0] ?? '').split(' ').find(word => names.has(word));
      if (dataset === undefined) continue;
      const law = laws.get(`${suite} ${title}`) ?? { suite, took: [], places: [] };
      laws.set(`${suite} ${title}`, law);
      law.places.push(dataset);
      if (status === 'passed' || status === 'failed') law.took.push({ dataset, ms: duration });
    }
  }
  return [...laws.values()];
}

/** {@link testTimes} of one run. */
async function timesOfRun(file: string): Promise<Map<string, Map<Suite, number>>> {
  const times = new Map(datasets.map(({ name }) => [name, new Map<Suite, number>()]));
  const add = (dataset: string, suite: Suite, ms: number) => {
    const own = times.get(dataset);
    own?.set(suite, (own.get(suite) ?? 0) + ms);
  };
  for (const { suite, took, places } of await lawsOf(file)) {
    const share = took.length / places.length;
    if (share > 1 / 3) for (const { dataset, ms } of took) add(dataset, suite, ms);
    else for (const dataset of places) add(dataset, suite, middle(took.map(({ ms }) => ms)) * share);
  }
  return times;
}

/**
 * Milliseconds of each suite by dataset, for both databases together, in the median of the runs that included it;
 * set-up of files is excluded. A suite without the dataset in its samples has none. A scenario that runs in a few
 * random places counts in all of them in proportion.
 */
async function testTimes(files: readonly string[]): Promise<Map<string, Map<Suite, number>>> {
  const runs = await Promise.all(files.map(timesOfRun));
  return new Map(
    datasets.map(({ name }) => {
      const own = runs.flatMap(run => [...(run.get(name) ?? [])]);
      const bySuite = Map.groupBy(own, ([suite]) => suite);
      return [
        name,
        new Map([...bySuite].map(([suite, found]) => [suite, middle(found.map(([, ms]) => ms))])),
      ];
    }),
  );
}

/** Milliseconds that a dataset adds to the start: its calls, their document, its assertions. */
async function bootTimes(folder: string): Promise<Map<string, number>> {
  process.env.YIKAO_TEST_RUN ??= folder;
  const it = await openSeededApp();
  const config = readConfig({ DATA_DIR: folder, CAPTCHA: 'off', LOG_LEVEL: 'silent' });
  const build = async (some: readonly AnyDataset[]) => {
    const began = performance.now();
    const app = await createApp({
      engine: { ...it.engine, datasets: some, steps: [] },
      config,
      logger: silentLogger(),
      authenticate: async () => undefined,
      features: [],
    });
    await app.ready();
    const took = performance.now() - began;
    await app.close();
    return took;
  };
  const asserting = () => {
    const began = performance.now();
    assertDatasets(datasets);
    return (performance.now() - began) / datasets.length;
  };
  const found = new Map<string, number>();
  for (let warm = 0; warm < 10; warm++) await build(datasets);
  const assertion = middle(Array.from({ length: 15 }, asserting));
  for (const dataset of datasets) {
    const differences: number[] = [];
    for (let turn = 0; turn < 15; turn++) differences.push((await build([dataset])) - (await build([])));
    found.set(dataset.name, Math.max(0, middle(differences)) + assertion);
  }
  await it.close();
  return found;
}

/** The text from a bracket to the one that closes it, quoted texts passed over. */
function bracketed(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (`"'\``.includes(sign)) {
      while (++at < text.length && text[at] !== sign) if (text[at] === '\\') at += 1;
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) && --depth === 0) return text.slice(from, at + 1);
  }
  throw new Error('A bracket is never closed');
}

/** Bytes that a dataset's declaration adds to the compressed first download. */
async function downloadSizes(): Promise<Map<string, number>> {
  const folder = join(root, 'web/dist/assets');
  const packed = (text: string) => brotliCompressSync(text).length;
  const found = new Map<string, number>();
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    const starts = datasets.flatMap(({ name }) => {
      const at = new RegExp(`\\{name:["'\`]${name}["'\`],path:`).exec(text)?.index;
      return at === undefined ? [] : [{ name, at }];
    });
    const whole = starts.length === 0 ? 0 : packed(text);
    for (const { name, at } of starts) {
      found.set(name, whole - packed(text.replace(bracketed(text, at), () => '')));
    }
  }
  if (found.size < datasets.length) throw new Error('The pages are not built from these sources: npm start');
  return found;
}

const folder = await mkdtemp(join(tmpdir(), 'yikao-price-'));
try {
  const sizes = await downloadSizes();
  const boots = await bootTimes(folder);
  const times = await testTimes(process.argv[2] ? [process.argv[2]] : await runSuites(folder));
  const share = Math.min(1, sampleSize / datasets.length);
  const all: readonly Suite[] = [...suites.whole, ...suites.sampled];
  /** The median time of a suite over the datasets it ran on: the estimate for the others. */
  const usual = new Map(
    all.map(suite => [suite, middle([...times.values()].flatMap(own => own.get(suite) ?? []))]),
  );
  const shareOf = (suite: Suite) => (suites.sampled.some(one => one === suite) ? share : 1);
  console.log(`| dataset | ${all.join(' | ')} | tests, s | start, ms | download, bytes |`);
  console.log(`|---|${all.map(() => '---|').join('')}---|---|---|`);
  const past: string[] = [];
  for (const { name } of datasets) {
    const own = all.map(suite => {
      // A complete suite has no test for datasets it does not apply to.
      const instead = shareOf(suite) < 1 ? (usual.get(suite) ?? 0) : 0;
      return (times.get(name)?.get(suite) ?? instead) / 1_000;
    });
    const seconds = own.reduce((sum, one, at) => sum + one * shareOf(all[at] ?? 'datasets'), 0);
    const [boot, bytes] = [boots.get(name) ?? 0, sizes.get(name) ?? 0];
    const line = [...own.map(one => one.toFixed(2)), seconds.toFixed(2), boot.toFixed(2), bytes];
    console.log(`| ${name} | ${line.join(' | ')} |`);
    if (seconds > budget.seconds || boot > budget.boot || bytes > budget.bytes) past.push(name);
  }
  console.log(
    `\nAt most ${budget.seconds} s, ${budget.boot} ms and ${budget.bytes} bytes; sampled suites count by their share, ${(share * 100).toFixed(0)} %.`,
  );
  console.log(past.length === 0 ? 'Each is within.' : `Past it: ${past.join(', ')}`);
  process.exitCode = past.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
