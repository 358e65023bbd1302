import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type Template } from '../testing/database.ts';
import { endless } from '../testing/queues.ts';
import type { Database } from './database/types.ts';
import { createJobs, type Jobs, type Queue } from './jobs.ts';
import { silentLogger } from './logger.ts';

const logger = silentLogger();

/** A database in which the job tables are there already. */
const withJobs: Template<unknown> = {
  name: 'jobs',
  async fill(database) {
    const jobs = createJobs({ database, logger, role: 'web' });
    await jobs.start();
    await jobs.stop();
  },
};

let database: Database;
let nodes: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase(withJobs);
});

afterEach(async () => {
  await Promise.all(nodes.map(node => node.stop()));
  nodes = [];
});

afterAll(() => database.close());

function node(role: 'all' | 'web' | 'worker' = 'all'): Jobs {
  const jobs = createJobs({ database, logger, role });
  nodes.push(jobs);
  return jobs;
}

const queueNamed = (name: string, settings: Partial<Queue<{ n: number }>> = {}): Queue<{ n: number }> => ({
  name,
  data: z.object({ n: z.number() }),
  ...settings,
});

/** A promise and the function that fulfils it. */
function signalOf<Value = void>() {
  return Promise.withResolvers<Value>();
}

describe('jobs', () => {
  test('are done once each, by whichever node is free', async () => {
    const queue = queueNamed('shared');
    const done: number[] = [];
    const all = signalOf();
    for (const jobs of [node(), node()]) {
      jobs.define(queue, async ({ n }) => {
        done.push(n);
        if (done.length === 8) all.resolve();
      });
      await jobs.start();
    }
    for (let n = 0; n < 8; n++) await nodes[0]!.send(queue, { n });
    await all.promise;
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('sent inside a transaction exist when it commits, and only then', async () => {
    const queue = queueNamed('transactional');
    const seen = signalOf<number>();
    const worker = node('worker');
    worker.define(queue, async ({ n }) => seen.resolve(n));
    await worker.start();
    const jobs = node('web');
    jobs.define(queue, () => Promise.reject(new Error('never here')));
    await jobs.start();
    const undone = database.kysely.transaction().execute(async within => {
      await jobs.send(queue, { n: 1 }, { within });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await database.kysely.transaction().execute(within => jobs.send(queue, { n: 2 }, { within }));
    expect(await seen.promise).toBe(2);
  });

  test('of which only one is wanted are not added a second time while it waits', async () => {
    const queue = queueNamed('single');
    const web = node('web');
    await web.start();
    expect(await web.send(queue, { n: 1 }, { onlyOne: 'report' })).toBeTypeOf('string');
    expect(await web.send(queue, { n: 2 }, { onlyOne: 'report' })).toBeUndefined();
    expect(await web.send(queue, { n: 3 }, { onlyOne: 'other' })).toBeTypeOf('string');
    expect(await web.send(queue, { n: 4 })).toBeTypeOf('string');
    expect(await web.send(queue, { n: 5 })).toBeTypeOf('string');
  });

  test('are not done by a node that only answers calls', async () => {
    const queue = queueNamed('elsewhere');
    const doneBy = signalOf<string>();
    const web = node('web');
    web.define(queue, async () => doneBy.resolve('web'));
    await web.start();
    await web.send(queue, { n: 1 });
    const worker = node('worker');
    worker.define(queue, async () => doneBy.resolve('worker'));
    await worker.start();
    expect(await doneBy.promise).toBe('worker');
  });

  test('that throw are tried again until their limit, and tell the attempt', async () => {
    const queue = queueNamed('failing', { retryLimit: 2 });
    const attempts: number[] = [];
    const last = signalOf();
    const jobs = node();
    jobs.define(queue, async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 2) last.resolve();
      throw new Error('no');
    });
    await jobs.start();
    await jobs.send(queue, { n: 1 });
    await last.promise;
    expect(attempts).toEqual([0, 1, 2]);
  });

  test('are handed on by a node that stops, without waiting for its death to be noticed', async () => {
    const queue = queueNamed('handed-on');
    const begun = signalOf();
    const first = node();
    first.define(queue, async (_, { signal }) => {
      begun.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    await first.start();
    await first.send(queue, { n: 7 });
    await begun.promise;
    const takenOver = signalOf<number>();
    const second = node();
    second.define(queue, async (_, { attempt }) => takenOver.resolve(attempt));
    await second.start();
    await first.stop();
    expect(await takenOver.promise).toBe(1);
  });

  test('of a node that was killed are taken over by another', async () => {
    const program = fileURLToPath(new URL('../testing/faults/job-node.ts', import.meta.url));
    const child: ChildProcess = spawn(process.execPath, [program, database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const web = node('web');
    await web.start();
    await web.send(endless, { name: '导入' });
    expect(String((await once(child.stdout!, 'data'))[0])).toBe('导入 0\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const takenOver = signalOf<{ name: string; attempt: number }>();
    const worker = node('worker');
    worker.define(endless, async ({ name }, { attempt }) => takenOver.resolve({ name, attempt }));
    await worker.start();
    expect(await takenOver.promise).toEqual({ name: '导入', attempt: 1 });
  });

  test('that recur tell their next times in Asia/Shanghai, and a wrong expression is refused', () => {
    const jobs = node();
    const [first, second] = jobs.nextTimes('30 8 * * *', 2);
    expect(first?.toISOString().slice(11)).toBe('00:30:00.000Z');
    expect(second!.getTime() - first!.getTime()).toBe(24 * 60 * 60 * 1000);
    expect(() => jobs.nextTimes('every morning', 1)).toThrow();
  });
});
