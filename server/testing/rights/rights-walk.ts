import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { uploadCsv } from '../csv-upload.ts';
import { randomFrom } from '../random.ts';
import { removeRunFolder } from '../run.ts';
import { judge } from './rights-oracle.ts';
import { makeStep, type WalkStep } from './rights-steps.ts';
import { openRightsWorld, type RightsState, type RightsWorld } from './rights-world.ts';

/** The findings of a walk. */
export interface WalkReport {
  readonly seed: number;
  readonly steps: number;
  /** Answers by the kind of call and their status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Number of times all rights were compared, because a call had passed. */
  readonly compared: number;
  /** Each as a line that begins with its step; the first few. */
  readonly faults: readonly string[];
}

/** Options of a walk. */
export interface WalkOptions {
  readonly steps: number;
  /** The same seed gives the same steps. */
  readonly seed: number;
  /** Faults that are written down. */
  readonly mostFaults?: number;
  readonly onProgress?: (done: number) => void;
  /** Called for each fault at once. */
  readonly onFault?: (fault: string) => void;
}

/** Steps until the world is regenerated. */
const epoch = 400;

/**
 * Lets random people make random calls on everything that gives rights: accounts, roles, nodes, partners, agencies,
 * applications, tokens, passwords; through the real application. After each successful call, an independent oracle
 * compares everyone's rights before and after: nobody may have gained what the actor does not hold.
 */
export async function walkRights(
  world: RightsWorld,
  { steps, seed, mostFaults = 20, onProgress, onFault }: WalkOptions,
): Promise<WalkReport> {
  const random = randomFrom(seed);
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  const note = (fault: string): void => {
    if (faults.length >= mostFaults) return;
    faults.push(fault);
    onFault?.(`seed ${seed} ${fault}`);
  };
  let compared = 0;
  let state: RightsState | undefined;
  for (let step = 0; step < steps; step++) {
    if (!state || step % epoch === 0) {
      if (state && !sameRights(state, await world.state())) {
        note(`#${step} a refused call has changed something since #${step - epoch}`);
      }
      await world.shuffle(random);
      state = await world.state();
      onProgress?.(step);
    }
    const made = makeStep(world, state, random);
    if (!made) continue;
    const { status, reason } = await send(world, made);
    const answer = `${made.deed} ${status}${reason === undefined ? '' : ` ${reason}`}`;
    answers[answer] = (answers[answer] ?? 0) + 1;
    const tell = (fault: string) => note(`#${step} ${describe(state, made)}: ${fault}`);
    if (status >= 500) tell(`answers ${status}`);
    if (status !== 200) continue;
    await world.runJobs();
    const after = await world.state();
    compared += 1;
    const acting = { userId: made.userId, ...(made.token && { tokenCodes: made.token.codes }) };
    for (const fault of judge(state, after, acting, made.deed)) tell(fault);
    state = after;
  }
  return { seed, steps, answers, compared, faults };
}

async function send(world: RightsWorld, { userId, token, method, url, body: plain, file }: WalkStep) {
  const { app } = world;
  const body = file ? { ...plain, filePath: await uploadCsv(app.engine, userId, file) } : plain;
  const call = async (as: string) => app.call(method, url, { token: as, body });
  if (token) return call(token.token);
  const answer = await call(world.sessions.get(userId) ?? '');
  // The session ended with a password, or while the account was disabled.
  return answer.status === 401 ? call(await world.logIn(userId)) : answer;
}

/** Reports whether two states are the same but for sessions, which end and begin by themselves. */
function sameRights(one: RightsState, other: RightsState): boolean {
  const bare = ({ sessionOwners: _, ...rest }: RightsState) => JSON.stringify(rest);
  return bare(one) === bare(other);
}

function describe(
  state: RightsState | undefined,
  { userId, token, method, url, body, file = [] }: WalkStep,
): string {
  const name = state?.users.find(({ id }) => id === userId)?.name;
  return `${name}#${userId}${token ? ' by token' : ''} ${method} ${url} ${JSON.stringify(body)} ${file.join(' ')}`;
}

/**
 * Runs several walks in parallel, each in its own world: while one waits for the database the others continue. `steps`
 * is their total; the seeds count up from the first walk's. A world is closed when its walk is done.
 */
export async function walkWorlds(
  worlds: number,
  { steps, seed, onProgress, ...options }: WalkOptions,
): Promise<WalkReport> {
  const done = Array.from({ length: worlds }, () => 0);
  const walks = done.map(async (_, index) => {
    const world = await openRightsWorld();
    const report = await walkRights(world, {
      ...options,
      steps: Math.ceil(steps / worlds),
      seed: seed + index,
      onProgress: own => {
        done[index] = own;
        onProgress?.(done.reduce((sum, one) => sum + one, 0));
      },
    });
    await world.app.close();
    return report;
  });
  const reports = await Promise.all(walks);
  const answers: Record<string, number> = {};
  for (const report of reports) {
    for (const [answer, count] of Object.entries(report.answers))
      answers[answer] = (answers[answer] ?? 0) + count;
  }
  return {
    seed,
    steps: reports.reduce((sum, report) => sum + report.steps, 0),
    answers,
    compared: reports.reduce((sum, report) => sum + report.compared, 0),
    faults: reports.flatMap(report => report.faults.map(fault => `seed ${report.seed} ${fault}`)),
  };
}

/**
 * `node server/testing/rights/rights-walk.ts --steps 1000000 --seed 1`: the long form of the walk in the tests, on a
 * separate PostgreSQL server; `--embedded` uses the embedded database. `--worlds` sets the number of parallel walks.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      steps: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      worlds: { type: 'string', default: '4' },
      embedded: { type: 'boolean', default: false },
    },
  });
  process.env.YIKAO_TEST_RUN ??= mkdtempSync(join(tmpdir(), 'yikao-rights-'));
  const postgres = values.embedded ? undefined : await startPostgres();
  if (postgres) Object.assign(process.env, { TEST_DATABASE: 'server', TEST_DATABASE_URL: postgres.url });
  try {
    const began = Date.now();
    const seconds = () => Math.round((Date.now() - began) / 1000);
    let told = 0;
    const report = await walkWorlds(Number(values.worlds), {
      steps: Number(values.steps),
      seed: Number(values.seed),
      onFault: fault => console.log(fault),
      onProgress(done) {
        if (done < told + Number(values.steps) / 50) return;
        told = done;
        console.log(`${done} steps, ${seconds()} s`);
      },
    });
    console.log(JSON.stringify({ ...report, seconds: seconds() }, undefined, 2));
    if (report.faults.length > 0) process.exitCode = 1;
  } finally {
    await postgres?.stop();
    removeRunFolder(process.env.YIKAO_TEST_RUN);
  }
}

if (import.meta.main) await main();
