import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { signedHead } from '@yikao/server/contexts/shared/signed-calls.ts';

const secret = 'a-secret-of-an-app-that-has-32-characters-or-more';
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** An answer of the node. */
export interface Got {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the call, whose shape the caller knows
  readonly data: any;
}

/** One node of the product that can be killed and started again. */
export class ExamNode {
  readonly #port: number;
  readonly #env: NodeJS.ProcessEnv;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  #process: ChildProcess | undefined;

  constructor(port: number, databaseUrl: string, folder: string) {
    this.#port = port;
    this.#env = {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DATABASE_URL: databaseUrl, DEMO: 'off' },
      ...{ CAPTCHA: 'off', LOG_LEVEL: 'error', ADMIN_PASSWORD: 'Admin123', APP_KEYS: `bench:${secret}` },
    };
  }

  /** Starts the node and waits until it listens. */
  async start(): Promise<void> {
    const started = spawn(process.execPath, [main], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = started;
    for await (const chunk of started.stdout ?? []) if (String(chunk).includes('http://')) break;
    started.stdout?.resume();
  }

  /** Ends the node at once, as a power cut does. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (!running) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Ends the node as an operator does. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#agent.destroy();
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  }

  /** A call that an app signs. Throws if the node does not answer. */
  app(path: string, body: object): Promise<Got> {
    const url = `/api/exam/app/${path}`;
    const text = JSON.stringify(body);
    const time = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('base64url');
    const sign = createHmac('sha256', secret)
      .update(`${signedHead('POST', url, time, nonce)}${text}`)
      .digest('hex');
    const signed = { 'x-app-key': 'bench', 'x-app-time': time, 'x-app-nonce': nonce, 'x-app-sign': sign };
    return this.call('POST', url, signed, text);
  }

  /** A call with its headers and its body. Throws if the node does not answer. */
  call(method: string, path: string, headers: Readonly<Record<string, string>>, text?: string): Promise<Got> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ host: '127.0.0.1', port: this.#port, path, method, agent: this.#agent, timeout: 20_000 },
          headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
        },
        answer => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            try {
              resolve({
                status: answer.statusCode ?? 0,
                data: JSON.parse(Buffer.concat(chunks).toString()).data,
              });
            } catch (error) {
              reject(error);
            }
          });
        },
      );
      asked.on('error', reject);
      asked.on('timeout', () => asked.destroy(new Error('The node does not answer')));
      asked.end(text);
    });
  }
}
