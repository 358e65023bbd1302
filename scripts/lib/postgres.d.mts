/** Starts a throw-away PostgreSQL cluster on a free port of the loopback address; see `postgres.mjs`. */
export declare function startPostgres(): Promise<{
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}>;
