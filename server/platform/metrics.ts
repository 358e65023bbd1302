import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DiskPlace, DiskRoom } from './disk-room.ts';

/** An answered call, as counted. */
export interface AnsweredCall {
  readonly method: string;
  /** The route's pattern; actual addresses would create a series per row. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Seconds past which an answer counts as slow. */
const slowSeconds = 1;
/** Most routes with separate counts of slow and failed answers; further ones count as `other`. */
const mostRoutes = 200;

/** The metrics of a process for Prometheus. */
export interface Metrics {
  /** Counts an answered call. */
  onCall(call: AnsweredCall): void;
  /** Counts a job that ended. */
  onJob(queue: string, result: 'done' | 'failed', seconds: number): void;
  /** Adds metrics that are read on each request, by the value of a label. */
  watch(
    gauge: { readonly name: string; readonly help: string; readonly label: string },
    read: () => Promise<Readonly<Record<string, number>>>,
  ): void;
  /** Media type of {@link text}. */
  readonly contentType: string;
  /** All numbers in Prometheus's text form. */
  text(): Promise<string>;
}

/** Creates the metrics of a process; each call has a separate registry, so that tests do not interfere. */
export function createMetrics(
  database: { readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> },
  room: Pick<DiskRoom, 'places'>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'yikao_http_seconds',
    help: 'Seconds from a call to its answer',
    // Without the route: a histogram of each of some two thousand calls would be megabytes.
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const trouble = new Counter({
    name: 'yikao_http_trouble_total',
    help: `Answers that took more than ${slowSeconds} s or were a failure of the server, by route`,
    labelNames: ['method', 'route', 'what'],
    registers: [registry],
  });
  const routes = new Set<string>();
  const routeLabel = (route: string): string => {
    if (routes.size < mostRoutes) routes.add(route);
    return routes.has(route) ? route : 'other';
  };
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
    onCall({ method, route, status, seconds }) {
      calls.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds);
      const what = status >= 500 ? 'failed' : seconds > slowSeconds ? 'slow' : undefined;
      if (what !== undefined) trouble.inc({ method, route: routeLabel(route), what });
    },
    onJob: (queue, result, seconds) => jobs.observe({ queue, result }, seconds),
    watch({ name, help, label }, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          // The other metrics are needed most when these are unavailable.
          const values = await read().catch(() => ({}));
          for (const [of, value] of Object.entries(values)) this.set({ [label]: of }, value);
        },
      });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
