/** Starts a throw-away PostgreSQL cluster on a free port of the loopback address; see `postgres.mjs`. */
export declare function startPostgres(options?: { readonly under?: string }): Promise<{
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
  end(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  running(): boolean;
}>;
