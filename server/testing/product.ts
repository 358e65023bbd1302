import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** An answer as a client sees it; `status` 0 without one. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  /** The error's name in the closed list. */
  readonly reason: string | undefined;
  readonly message: string;
  // A test knows the shape of its answer and asserts it.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
  readonly data: any;
  readonly ms: number;
}

/** The end of a process after a signal. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
}

/** The product as a separate process, to be stopped, starved and restarted. */
export interface Product {
  /** Starts it and waits until it answers; throws when it ends instead. */
  start(): Promise<void>;
  /** Stops it with a signal, and kills it after twenty seconds. */
  stop(): Promise<Ended>;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  /** Logs in; the session outlives a restart. */
  logIn(): Promise<void>;
  readonly address: string;
  readonly process: ChildProcess | undefined;
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const password = 'Admin123';

/** Prepares a product with these settings; it is not started yet. */
export function createProduct(settings: Readonly<Record<string, string>>): Product {
  let child: ChildProcess | undefined;
  let address = '';
  let token = '';
  const product: Product = {
    get address() {
      return address;
    },
    get process() {
      return child;
    },
    async start() {
      const started = spawn(process.execPath, [main], {
        env: {
          ...process.env,
          ...{ PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', FILES_URL: '', DEMO: 'off', CAPTCHA: 'off' },
          ...{ ADMIN_PASSWORD: password, LOG_LEVEL: 'silent', NODE_ENV: 'test', ROLE: 'all' },
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let told = '';
      started.stderr.on('data', text => {
        told = (told + text).slice(-4_000);
      });
      for await (const line of createInterface({ input: started.stdout })) {
        const found = /http:\/\/\S+/.exec(line);
        if (!found) continue;
        address = found[0];
        started.stdout.resume();
        return;
      }
      throw new Error(`The product ended at its start: ${told}`);
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        return { code: child?.exitCode ?? null, signal: child?.signalCode ?? null, ms: 0 };
      }
      const start = performance.now();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const patience = new AbortController();
      const late = after(20_000, 'late', { signal: patience.signal }).catch(() => '');
      if ((await Promise.race([exit, late])) === 'late') child.kill('SIGKILL');
      patience.abort();
      const [code, signal] = (await exit) as [number | null, NodeJS.Signals | null];
      return { code, signal, ms: Math.round(performance.now() - start) };
    },
    async call(method, path, body) {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      const form = body instanceof FormData;
      try {
        const response = await fetch(`${address}${path}`, {
          method,
          headers: { 'access-token': token, ...(body && !form && { 'content-type': 'application/json' }) },
          ...(body && { body: form ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        });
        const { message, data } = (await response.json()) as { message: string; data: Answer['data'] };
        const retryAfter = response.headers.get('retry-after');
        return {
          status: response.status,
          retryAfter: retryAfter === null ? undefined : Number(retryAfter),
          reason: response.ok ? undefined : data?.reason,
          message,
          data,
          ms: ms(),
        };
      } catch (error) {
        return {
          status: 0,
          retryAfter: undefined,
          reason: undefined,
          message: String(error),
          data: undefined,
          ms: ms(),
        };
      }
    },
    async logIn() {
      token = '';
      const answer = await product.call('POST', '/api/admin/login', { userName: 'admin', password });
      if (answer.status !== 200) throw new Error(`The login failed: ${answer.message}`);
      token = answer.data.token;
    },
  };
  return product;
}
