import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProduct } from '../testing/product.ts';

test('a start at a taken port says so before it makes a database', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'yikao-port-'));
  try {
    await expect(createProduct({ PORT: String(port), DATA_DIR: folder }).start()).rejects.toThrow(
      /The port is taken by another process; set PORT to a free one/,
    );
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
