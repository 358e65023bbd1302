import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { randomFrom } from '../random.ts';
import { removeRunFolder } from '../run.ts';
import { CallMaker, type HostileCall } from './hostile-calls.ts';
import { type Caller, type HostileWorld, openHostileWorld } from './hostile-world.ts';
import { type Operation, operationsOf } from './operations.ts';

/** The findings of a run. */
export interface HostileReport {
  readonly seed: number;
  readonly calls: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Calls that were answered as no call may be, each as a line that begins with its number; the first few. */
  readonly faults: readonly string[];
  /** Other organisations' rows that were changed: their state, and the number of calls until it was noticed. */
  readonly changed: readonly string[];
  /** Traces of the calls in the tables that no call may leave. */
  readonly stains: readonly string[];
  /** Calls of the document that were never made. */
  readonly unmade: readonly string[];
  /** After the run, an ordinary call is answered. */
  readonly answers: boolean;
  /** Lines of the audit log that the calls left. */
  readonly audited: number;
  /** Megabytes of the heap after a collection, from the end of the first quarter on. */
  readonly heap: readonly number[];
  /** Resident memory of the process in megabytes at the same times, including its embedded database. */
  readonly resident: readonly number[];
}

/** Options of a run. */
export interface HostileOptions {
  readonly calls: number;
  /** The same seed gives the same calls. */
  readonly seed: number;
  /** Generates all calls but sends only this one, in full, with its answer: for a fault that needs no earlier call. */
  readonly only?: number;
  readonly onProgress?: (done: number, heap: number, resident: number) => void;
}

/** Calls that are under way at a time. */
const together = 8;
/** Percentage of calls by people bound to an organisation; the administrator makes the rest. */
const boundShare = 75;
/** Percentage of their calls without a session or with an invalid token. */
const strangerShare = 15;
/** Faults that are written down. */
const mostFaults = 20;

/**
 * Calls by which people bound to an organisation would change their rights or identity: those who hold every code may
 * do so, and what they may see afterwards is a different question. The administrator's part of the run includes them.
 */
const rightsCalls = /^\/api\/admin\/(role|perm|user|config|online|session)|resetPwd/;

/**
 * Sends generated calls to the whole application: malformed ones, ones with other organisations' rows in every
 * parameter, and well-formed ones by callers without permission. Faults are an answer of 500 and above, one without the
 * envelope (vendors are answered in their own forms), one that reveals internals, and one with a text its caller may
 * not see.
 */
export async function runHostile(world: HostileWorld, options: HostileOptions): Promise<HostileReport> {
  const { calls, seed, only, onProgress } = options;
  const random = randomFrom(seed);
  const document = await world.app.app.inject({
    url: '/openapi.json',
    headers: { 'access-token': world.admin.token },
  });
  const files: Operation[] = [
    {
      method: 'GET',
      path: '/common/file/canary/secret.csv',
      query: [],
      body: undefined,
      isPage: false,
      isForVendors: false,
    },
    {
      method: 'GET',
      path: '/common/file/{path}',
      query: [],
      body: undefined,
      isPage: false,
      isForVendors: false,
    },
  ];
  const operations = [...operationsOf(document.json()), ...files];
  const maker = new CallMaker(operations, world.ids, random);
  const unmade = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const people = world.bound.filter(({ userId }) => userId !== undefined);
  const strangers = world.bound.filter(({ userId }) => userId === undefined);
  const byStatus: Record<string, number> = {};
  const faults: string[] = [];
  const [heap, resident]: [number[], number[]] = [[], []];
  const bound = Math.floor((calls * boundShare) / 100 / together) * together;
  const boundStep = Math.max(together, Math.floor(bound / 50 / together) * together);
  const before = await world.foreign();
  const changed: string[] = [];

  for (let done = 0; done < calls; done += together) {
    if ((done === bound || (done < bound && done % boundStep === 0)) && changed.length === 0) {
      const now = await world.foreign();
      changed.push(...now.filter(row => !before.includes(row)).map(row => `after ${done} ${row}`));
      if (now.length < before.length)
        changed.push(`after ${done}, ${before.length - now.length} rows are gone`);
    }
    const batch = Array.from({ length: Math.min(together, calls - done) }, () => {
      const callers = random.chance(strangerShare) ? strangers : people;
      const caller = done < bound ? random.pick(callers) : world.admin;
      const fits = (operation: Operation) =>
        done >= bound || operation.method === 'GET' || !rightsCalls.test(operation.path);
      return { caller, call: maker.make(fits), from: `198.51.100.${random.below(250)}` };
    });
    await Promise.all(
      batch.map(async ({ caller, call, from }, index) => {
        if (only !== undefined && only !== done + index) return;
        unmade.delete(call.path);
        const { status, fault, body } = await throwCall(world, caller, call, from);
        if (only !== undefined) console.log({ caller: caller.name, ...call, status, body });
        byStatus[status] = (byStatus[status] ?? 0) + 1;
        if (fault && faults.length < mostFaults)
          faults.push(`#${done + index} ${caller.name} ${describe(call)}: ${fault}`);
        if (status === 401) await world.renew(caller);
      }),
    );
    if (done % Math.max(together, Math.floor(calls / 16 / together) * together) === 0) {
      const memory = megabytes();
      if (done >= calls / 4) {
        heap.push(memory.heap);
        resident.push(memory.resident);
      }
      onProgress?.(done, memory.heap, memory.resident);
    }
  }
  const stains = await world.stains();
  await world.renew(world.admin);
  const after = await world.app.call('GET', '/api/admin/user/list', { token: world.admin.token });
  const audited = await world.audited();
  const answers = after.status === 200 && after.data.total > 0;
  const found = { byStatus, faults, changed, stains, unmade: [...unmade], answers, audited };
  return { seed, calls, ...found, heap, resident };
}

function describe({ method, url, payload }: HostileCall): string {
  return `${method} ${url.slice(0, 300)} ${(payload ?? '').slice(0, 300)}`;
}

/** Marks of an answer that shows the inside: stacks, statements, paths of this machine. */
const inside =
  /\n\s+at |node:internal|node_modules|syntax error at|relation "|violates|t_admin_user|\/server\//;

async function throwCall(
  { app }: HostileWorld,
  caller: Caller,
  { method, url, headers, payload, isPage, isForVendors }: HostileCall,
  from: string,
): Promise<{ status: number; fault: string | undefined; body: string }> {
  const response = await app.app.inject({
    method,
    url,
    remoteAddress: from,
    headers: { ...headers, ...(caller.token !== '' && { 'access-token': caller.token }) },
    ...(payload !== undefined && { payload }),
  });
  const { statusCode: status, body } = response;
  const leaked = caller.forbidden.find(mark => body.includes(mark));
  const type = String(response.headers['content-type'] ?? '');
  const isJson = type.startsWith('application/json');
  const fault =
    status >= 500
      ? `answers ${status}`
      : leaked !== undefined
        ? `shows ${leaked}`
        : isJson && url !== '/openapi.json' && inside.test(body)
          ? `shows the inside: ${inside.exec(body)?.[0]}`
          : status >= 400 &&
              // An answer to HEAD has no body.
              method !== 'HEAD' &&
              !fitsEnvelope(body, status) &&
              !(isPage && fitsPage(body, type)) &&
              !isForVendors
            ? `has no envelope: ${body.slice(0, 100)}`
            : undefined;
  return { status, fault, body };
}

function fitsEnvelope(body: string, status: number): boolean {
  // An unsatisfiable range of a file has its own status and no content.
  if (status === 416) return true;
  try {
    const answer: unknown = JSON.parse(body);
    const { success, code, message } = Object(answer) as Record<string, unknown>;
    return success === false && code === status && typeof message === 'string';
  } catch {
    return false;
  }
}

/** A failure of a page: a whole page in its frame, without anything of the inside. */
function fitsPage(body: string, type: string): boolean {
  return type.startsWith('text/html') && body.trimEnd().endsWith('</html>') && !inside.test(body);
}

let collect: (() => void) | undefined;

/** Memory in the heap after a collection, and of the whole process; in megabytes. */
function megabytes(): { readonly heap: number; readonly resident: number } {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // The function of the engine, which a new context has and this one has not.
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: Math.round(heapUsed / 1024 / 1024), resident: Math.round(rss / 1024 / 1024) };
}

/**
 * `node server/testing/hostile/hostile.ts --calls 1000000 --seed 1`: the long form of the run in the tests. `--only
 * 1234` generates the same calls and sends only the one with that number.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  process.env.YIKAO_TEST_RUN ??= mkdtempSync(join(tmpdir(), 'yikao-hostile-'));
  const world = await openHostileWorld();
  const began = Date.now();
  const report = await runHostile(world, {
    calls: Number(values.calls),
    seed: Number(values.seed),
    ...(values.only !== undefined && { only: Number(values.only) }),
    onProgress: (done, heap, resident) =>
      console.log(
        `${done} calls, ${Math.round((Date.now() - began) / 1000)} s, heap ${heap} MB, resident ${resident} MB`,
      ),
  });
  await world.app.close();
  removeRunFolder(process.env.YIKAO_TEST_RUN);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`\n${JSON.stringify({ ...report, seconds }, undefined, 2)}`);
  const sound = report.changed.length === 0 && report.answers && report.stains.length === 0;
  if (report.faults.length > 0 || !sound) process.exitCode = 1;
}

if (import.meta.main) await main();
