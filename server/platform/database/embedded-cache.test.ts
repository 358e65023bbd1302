import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedCacheMb } from './embedded-cache.ts';

test('the embedded database gets a small cache for little data, and a larger one for much', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yikao-cache-'));
  try {
    expect(await embeddedCacheMb(undefined)).toBe(16);
    expect(await embeddedCacheMb(join(folder, 'not-there'))).toBe(64);
    await mkdir(join(folder, 'base', '5'), { recursive: true });
    for (const name of ['2601', '2602']) {
      const file = join(folder, 'base', '5', name);
      await writeFile(file, '');
      await truncate(file, 100 * 1024 ** 2);
    }
    expect(await embeddedCacheMb(folder)).toBe(64);
    await truncate(join(folder, 'base', '5', '2602'), 200 * 1024 ** 2);
    expect(await embeddedCacheMb(folder)).toBe(128);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
