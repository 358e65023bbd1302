import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { client } from '@yikao/server/contexts/people/auth/sign-on/testing/identity-client.ts';

/** The product, started for browser tests on this machine. */
export interface StartedProduct {
  /** Where it answers, as an origin. */
  readonly address: string;
  /** Port of the configured identity provider, which a spec starts. */
  readonly identityPort: number;
  /** Port of a site of this machine that the product may fetch pages from, which a spec starts. */
  readonly sitePort: number;
  /** Ends its process; its data stays. */
  readonly goAway: () => Promise<void>;
  /** Restarts it at the same address, after {@link goAway}. */
  readonly comeBack: () => Promise<void>;
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** First password of the account `admin`. */
export const adminPassword = 'Admin123';

/** A consumer app that may call the product. */
export const app = { key: 'browser', secret: 'secret-of-the-browser-tests-only' } as const;

const root = join(import.meta.dirname, '../..');

/** Listens on a port briefly; false if it is taken. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>(resolve => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise(resolve => probe.close(resolve));
  return free;
}

/**
 * A port that stays free until it is used, seconds or minutes later: outgoing connections use higher ones (from 32768
 * on), which could be taken.
 */
async function quietPort(): Promise<number> {
  for (let attempt = 1; attempt <= 20; attempt++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
}

/** Waits until the product reports that it is ready; throws if it ends before, or takes longer than two minutes. */
async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const last = Date.now() + 120_000;
  for (;;) {
    const ready = await fetch(`${address}/ready`).then(
      answer => answer.ok,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The product ended at its start');
    if (Date.now() > last) throw new Error('The product was not ready in two minutes');
    await setTimeout(100);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = AbortSignal.timeout(20_000);
  patience.addEventListener('abort', () => child.kill('SIGKILL'));
  await exit;
}

/**
 * Starts the product with demo rows on a free port, with a separate data folder and these further settings, and waits
 * until it is ready.
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<StartedProduct> {
  const data = await mkdtemp(join(tmpdir(), 'yikao-e2e-'));
  const port = await quietPort();
  const identityPort = await quietPort();
  const sitePort = await quietPort();
  const address = `http://127.0.0.1:${port}`;
  // It ends too when this process is killed: see end-with-parent.mjs.
  const arguments_ = ['--import', './scripts/lib/end-with-parent.mjs', 'server/dist/main.js'];
  const begin = () =>
    spawn(process.execPath, arguments_, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: data,
        DATABASE_URL: '',
        FILES_URL: '',
        ADMIN_PASSWORD: adminPassword,
        CAPTCHA: 'off',
        // The same with and without a program that converts videos.
        FFMPEG: '/nowhere/ffmpeg',
        LIVE_URL: 'tencent://key-of-the-browser-tests@push.example.cn/live?play=play.example.cn',
        APP_KEYS: `${app.key}:${app.secret}`,
        PUBLIC_URL: address,
        OUTSIDE_HOSTS: `127.0.0.1:${sitePort}`,
        SIGN_ON: JSON.stringify([
          {
            key: 'corp',
            issuer: `http://127.0.0.1:${identityPort}`,
            clientId: client.id,
            clientSecret: client.secret,
            labelZh: '企业账号',
            labelEn: 'Company account',
          },
        ]),
        DEMO: 'on',
        ROLE: 'all',
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    });
  let child = begin();
  const stop = async () => {
    await ended(child);
    await rm(data, { recursive: true, force: true });
  };
  try {
    await untilReady(address, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address,
    identityPort,
    sitePort,
    goAway: () => ended(child),
    async comeBack() {
      child = begin();
      await untilReady(address, child);
    },
    stop,
  };
}
