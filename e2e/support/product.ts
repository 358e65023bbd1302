import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the product is started for the browser tests, and where it answers. */
export interface StartedProduct {
  readonly address: string;
  readonly command: string;
  /** Folder of the checkout. */
  readonly root: string;
  readonly env: Record<string, string>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/** A data folder that goes when this process, which started the product, has ended it. */
function dataOfThisRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'yikao-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Chooses port, data folder and first password, once for the run: the configuration is read again by every worker,
 * which finds them in the environment.
 */
export async function startedProduct(): Promise<StartedProduct> {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA ??= dataOfThisRun();
  process.env.ADMIN_PASSWORD ??= 'Admin123';
  const port = process.env.E2E_PORT;
  return {
    address: `http://127.0.0.1:${port}`,
    command: `"${process.execPath}" server/main.ts`,
    root: join(import.meta.dirname, '../..'),
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA,
      DATABASE_URL: '',
      FILES_URL: '',
      ADMIN_PASSWORD: process.env.ADMIN_PASSWORD,
      CAPTCHA: 'off',
      DEMO: 'on',
      ROLE: 'all',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
    },
  };
}
