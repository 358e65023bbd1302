import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('ends every one of 400 broken files in rows or in a reason, without a crash or a hang', () => {
  const script = fileURLToPath(new URL('./fuzz.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '400'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}, 120_000);
