import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DiskPlace, DiskRoom } from './disk-room.ts';

/** A call that was answered, as it is counted. */
export interface AnsweredCall {
  readonly method: string;
  /** The route's pattern, never the address itself, which would make a series a row. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The numbers of one process for Prometheus. */
export interface Metrics {
  /** Counts an answered call. */
  onCall(call: AnsweredCall): void;
  /** Counts a job that ended. */
  onJob(queue: string, result: 'done' | 'failed', seconds: number): void;
  /** Shows numbers that are read anew each time somebody asks, by the value of one label. */
  watch(
    gauge: { readonly name: string; readonly help: string; readonly label: string },
    read: () => Promise<Readonly<Record<string, number>>>,
  ): void;
  /** Media type of {@link text}. */
  readonly contentType: string;
  /** All numbers in Prometheus's text form. */
  text(): Promise<string>;
}

/** Makes the numbers of a process; each call has its own registry, so that tests do not meet. */
export function createMetrics(
  database: { readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> },
  room: Pick<DiskRoom, 'places'>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'yikao_http_seconds',
    help: 'Seconds from a call to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'yikao_job_seconds',
    help: 'Seconds that a background job ran',
    labelNames: ['queue', 'result'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
    registers: [registry],
  });
  new Gauge({
    name: 'yikao_database_connections',
    help: 'Connections to the database by what they do; waiting are callers without one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  const ofDisks = (name: string, help: string, value: (place: DiskPlace) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['place'],
      registers: [registry],
      async collect() {
        for (const place of await room.places()) this.set({ place: place.name }, value(place));
      },
    });
  ofDisks('yikao_disk_free_bytes', 'Bytes free on a disk that is written to', place => place.freeBytes);
  ofDisks('yikao_disk_reserve_bytes', 'Bytes that have to stay free', place => place.reserveBytes);
  ofDisks('yikao_disk_low', '1 while large writes wait for room', place => Number(place.low));
  return {
    onCall: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    onJob: (queue, result, seconds) => jobs.observe({ queue, result }, seconds),
    watch({ name, help, label }, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // The other numbers are wanted most when these cannot be read.
          const values = await read().catch(() => ({}));
          for (const [of, value] of Object.entries(values)) this.set({ [label]: of }, value);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
