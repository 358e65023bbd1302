import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { client } from '@yikao/server/features/testing/identity-client.ts';

/** How the product is started for the browser tests, and where it answers. */
export interface StartedProduct {
  readonly address: string;
  readonly command: string;
  /** Port of the identity provider on this machine that the product is told of, and that a spec starts. */
  readonly identityPort: number;
  /** Folder of the checkout. */
  readonly root: string;
  readonly env: Record<string, string>;
}

async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/**
 * A port that stays free until somebody listens on it, minutes later: outgoing connections are given higher ones
 * (from 32768 on), and would take it.
 */
async function quietPort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await freePort(randomInt(20_000, 32_000));
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

/** A data folder that goes when this process, which started the product, has ended it. */
function dataOfThisRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'yikao-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Chooses ports, data folder and first password, once for the run: the configuration is read again by every worker,
 * which finds them in the environment.
 */
export async function startedProduct(): Promise<StartedProduct> {
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_IDENTITY_PORT ??= String(await quietPort());
  process.env.E2E_DATA ??= dataOfThisRun();
  process.env.ADMIN_PASSWORD ??= 'Admin123';
  const port = process.env.E2E_PORT;
  const identityPort = Number(process.env.E2E_IDENTITY_PORT);
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    identityPort,
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
      PUBLIC_URL: address,
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
    },
  };
}
