import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { createXlsxWriter } from '../../excel/index.ts';
import { childrenOf, variableOf } from '../processes.ts';
import { type Answer, createProduct, type Ended, type Product } from '../product.ts';
import type { DatabaseKind } from '../run.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** The outcome of one {@link FullDisk.round}. */
export interface Round {
  /** The answers to the round's calls, counted by reason or status. */
  readonly answers: ReadonlyMap<string, number>;
  /** Milliseconds of the longest call. */
  readonly longestMs: number;
  /** The stop in the middle of the round, or after it. */
  readonly ended: Ended;
  /** The database ended and was started again. */
  readonly databaseEnded: boolean;
  /** The job waited for room, with a message. */
  readonly waited: boolean;
  /** Everything that must not be, in words. */
  readonly faults: readonly string[];
}

/** The plan of a round. */
export interface RoundPlan {
  /** Rows of the workbook. */
  readonly rows: number;
  /** Milliseconds after the upload's begin at which the disk fills up. */
  readonly fillAfterMs: number;
  /** Milliseconds for which it stays full. */
  readonly fullMs: number;
  /**
   * Megabytes left: 0, or enough for the product to notice in time. `away` leaves the disk alone and stops the database
   * instead, the embedded one once the job runs.
   */
  readonly leaveMb: number | 'away';
  /** Stop the product while the disk is full, not after the job. */
  readonly stopWhileFull: boolean;
}

/** Refusals that name the cause and a time to retry. */
const clear = new Set(['diskFull', 'databaseAway', 'databaseLost', 'databaseBusy', 'shuttingDown']);
/** Milliseconds within which every call is answered, and every job resumes once there is room. */
const answerMs = 20_000;
const goOnMs = 120_000;
const { region } = registry;

/** Reports whether a job shows that it waits: it has a message before its end. */
const waits = (job?: { status: string; message: string }) =>
  job?.status === 'processing' && job.message !== '';

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

/** The product with its data folder, and a PostgreSQL server with its own, on one small disk. */
export class FullDisk {
  readonly product: Product;
  readonly disk: SmallDisk;
  readonly cluster: Cluster | undefined;
  readonly #outside = mkdtempSync(join(tmpdir(), 'yikao-full-'));
  #batches = 0;
  readonly #landed = new Map<string, number>();

  private constructor(disk: SmallDisk, cluster: Cluster | undefined) {
    this.disk = disk;
    this.cluster = cluster;
    mkdirSync(join(disk.folder, 'tmp'));
    this.product = createProduct({
      DATA_DIR: join(disk.folder, 'data'),
      TMPDIR: join(disk.folder, 'tmp'),
      NODE_COMPILE_CACHE: join(this.#outside, 'compile-cache'),
      ...(cluster && { DATABASE_URL: cluster.url }),
    });
  }

  /** Mounts the disk and starts everything on it. */
  static async open(kind: DatabaseKind, megabytes: number): Promise<FullDisk> {
    const disk = mountSmallDisk(megabytes);
    const cluster = kind === 'server' ? await startPostgres({ under: disk.folder }) : undefined;
    const world = new FullDisk(disk, cluster);
    await world.product.start();
    await world.product.logIn();
    return world;
  }

  async close(): Promise<void> {
    this.disk.leave(Number.POSITIVE_INFINITY);
    await this.product.stop();
    await this.cluster?.stop();
    this.disk.unmount();
    rmSync(this.#outside, { recursive: true, force: true });
  }

  /** Uploads a workbook and imports it while the disk fills up; afterwards all rows must exist exactly once. */
  async round(plan: RoundPlan): Promise<Round> {
    const { product } = this;
    const batch = `批${++this.#batches}`;
    const answers = new Map<string, number>();
    const faults: string[] = [];
    let longestMs = 0;
    let waited = false;
    let stopping = false;
    const note = (what: string, answer: Answer): Answer => {
      const name = answer.reason ?? String(answer.status);
      answers.set(name, (answers.get(name) ?? 0) + 1);
      longestMs = Math.max(longestMs, answer.ms);
      const refused = answer.status !== 200 && !(answer.status === 0 && stopping);
      if (refused && !(clear.has(answer.reason ?? '') && answer.retryAfter)) {
        faults.push(`${what}: ${answer.status} ${answer.reason ?? ''} ${answer.message}`);
      }
      if (answer.ms > answerMs) faults.push(`${what} took ${answer.ms} ms`);
      return answer;
    };

    let over = false;
    const looking = (async () => {
      while (!over) {
        note('list', await product.call('GET', `${region.path}/list?size=5`));
        const jobs = note('jobs', await product.call('GET', '/api/base/log/list?size=1'));
        if (jobs.status === 200) waited ||= waits(jobs.data.records[0]);
        await after(200);
      }
    })();
    const sheet = await this.#sheet(batch, plan.rows);
    const importing = this.#import(batch, sheet, note);
    importing.catch(() => {});

    // The embedded database is reached through a job, which may be over before long: it is looked for at once.
    if (plan.leaveMb !== 'away' || this.cluster) await after(plan.fillAfterMs);
    if (plan.leaveMb === 'away') await this.#endDatabase();
    else this.disk.leave(plan.leaveMb);
    await after(plan.fullMs);
    let ended: Ended | undefined;
    if (plan.stopWhileFull) {
      stopping = true;
      ended = await product.stop();
    }
    this.disk.leave(Number.POSITIVE_INFINITY);
    const databaseEnded = this.cluster !== undefined && !this.cluster.running();
    if (databaseEnded) await this.cluster?.start();
    if (ended) {
      await product.start();
      stopping = false;
    }
    const freedAt = performance.now();
    try {
      const job = await importing;
      for (;;) {
        const answer = note('job', await product.call('GET', `/api/base/log/list?ids=${job}`));
        const found = answer.status === 200 ? answer.data.records[0] : undefined;
        if (found && found.status !== 'processing') {
          if (found.status !== 'success') faults.push(`${batch}: ${found.message}`);
          break;
        }
        if (performance.now() - freedAt > goOnMs) {
          faults.push(`${batch} hangs: ${found?.done} of ${plan.rows} rows`);
          break;
        }
        await after(200);
      }
    } catch (error) {
      faults.push(`${batch}: ${String(error)}`);
    }
    over = true;
    await looking;
    this.#landed.set(batch, plan.rows);
    faults.push(...(await this.#counted(batch, plan.rows)));
    if (!ended) {
      ended = await product.stop();
      await product.start();
    }
    if (ended.ms > 10_000 || ended.signal !== null) {
      faults.push(`The stop took ${ended.ms} ms and ended with ${ended.signal ?? ended.code}`);
    }
    return { answers, longestMs, ended, databaseEnded, waited, faults };
  }

  /** Stops the server as a crash does, or sends the embedded database a statement that breaks it. */
  async #endDatabase(): Promise<void> {
    if (this.cluster) return this.cluster.end('SIGQUIT');
    const until = performance.now() + goOnMs;
    for (;;) {
      // Only the product's own processes know the password.
      const urls = childrenOf(this.product.process?.pid ?? 0).map(pid => variableOf(pid, 'JOB_DATABASE_URL'));
      const url = urls.find(found => found !== undefined);
      if (url !== undefined) {
        const client = new pg.Client({ connectionString: url });
        client.on('error', () => {});
        await client.connect();
        await client
          .query({ text: 'copy t_region from stdin', values: [], name: 'breakdown' })
          .catch(() => {});
        return;
      }
      if (performance.now() > until) throw new Error('No job has begun');
      await after(20);
    }
  }

  /** A workbook of new regions, outside the small disk. */
  async #sheet(batch: string, rows: number): Promise<Buffer> {
    const path = join(this.#outside, `${batch}.xlsx`);
    const headers = ['地区', '排序', '状态'];
    const writer = await createXlsxWriter(path, {
      sheets: [{ name: 'Sheet1', columns: headers.map(header => ({ header, format: 'general' as const })) }],
    });
    for (let n = 0; n < rows; n++) await writer.row([`${batch}-${n}`, n % 7, '启用']);
    await writer.close();
    const bytes = readFileSync(path);
    rmSync(path);
    return bytes;
  }

  /** Uploads and starts as a person does: refused calls are repeated later, doubtful ones checked first. */
  async #import(
    batch: string,
    sheet: Buffer,
    note: (what: string, answer: Answer) => Answer,
  ): Promise<number> {
    const { product } = this;
    const until = performance.now() + goOnMs;
    const again = async (what: string, ask: () => Promise<Answer>): Promise<Answer> => {
      for (;;) {
        const answer = note(what, await ask());
        if (answer.status === 200) return answer;
        if (performance.now() > until) throw new Error(`${what} was refused for too long: ${answer.message}`);
        await after(500);
      }
    };
    const uploaded = await again('upload', () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(sheet)]), `${batch}.xlsx`);
      return product.call('POST', '/common/file/upload', form);
    });
    const started = await again('import', async () => {
      const known = await product.call('GET', '/api/base/log/list?size=20');
      if (known.status !== 200) return known;
      const found = known.data.records.find((job: { batch: string }) => job.batch === batch);
      if (found) return { ...known, data: { id: found.id } };
      return product.call('POST', `${region.path}/import`, {
        ...{ tableId: region.tableId, importBatch: batch, originName: `${batch}.xlsx` },
        filePath: uploaded.data,
      });
    });
    return started.data.id;
  }

  /** Compares the stored rows with those sent: of this batch, and of all batches so far. */
  async #counted(batch: string, rows: number): Promise<string[]> {
    const list = await this.product.call(
      'GET',
      `${region.path}/list?size=1&exact=1&regionName=${encodeURIComponent(`${batch}-`)}`,
    );
    const all = await this.product.call(
      'GET',
      `${region.path}/list?size=1&exact=1&regionName=${encodeURIComponent('批')}`,
    );
    const sum = [...this.#landed.values()].reduce((one, other) => one + other, 0);
    const faults: string[] = [];
    if (list.data?.total !== rows) faults.push(`${batch}: ${list.data?.total} rows of ${rows}`);
    if (all.data?.total !== sum) faults.push(`All batches: ${all.data?.total} rows of ${sum}`);
    return faults;
  }
}
