import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets, SecretsError } from './secrets.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yikao-secrets-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keyed = (secretKey: string) => createSecrets({ secretKey, dataDir: '/nowhere' });

describe('a sealed text', () => {
  const secrets = keyed('a'.repeat(32));

  test('is opened again, whatever it is, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        const sealed = secrets.seal(text, owner);
        expect(secrets.open(sealed, owner)).toBe(text);
        expect(secrets.seal(text, owner)).not.toBe(sealed);
      }),
    );
  });

  test('is refused once a sign of it is changed, for another owner, and by another key', () => {
    const sealed = secrets.seal('JBSWY3DPEHPK3PXP', 'user/1');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(() => secrets.open(sealed, 'user/2')).toThrow(SecretsError);
    expect(() => keyed('b'.repeat(32)).open(sealed, 'user/1')).toThrow(/another key/);
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      // The last sign of a group may hold bits that no byte takes; nothing is opened differently by it.
      try {
        expect(secrets.open(changed, 'user/1')).toBe('JBSWY3DPEHPK3PXP');
      } catch (error) {
        expect(error).toBeInstanceOf(SecretsError);
      }
    }
    for (const broken of ['', '.', '..', sealed.slice(0, 20)]) {
      expect(() => secrets.open(broken, 'user/1')).toThrow(SecretsError);
    }
  });

  test('a digest depends on the text, its owner and the key', () => {
    const one = secrets.digest('ABCDE', 'user/1').toString('hex');
    expect(secrets.digest('ABCDE', 'user/1').toString('hex')).toBe(one);
    expect(secrets.digest('ABCDF', 'user/1').toString('hex')).not.toBe(one);
    expect(secrets.digest('ABCDE', 'user/2').toString('hex')).not.toBe(one);
    expect(keyed('b'.repeat(32)).digest('ABCDE', 'user/1').toString('hex')).not.toBe(one);
  });
});

describe('without a configured key', () => {
  test('a key file is made in the data folder, for its owner alone, and used again', async () => {
    const folder = join(dataDir, 'new');
    const sealed = createSecrets({ secretKey: undefined, dataDir: folder }).seal('text', 'x');
    expect((await stat(join(folder, 'secret.key'))).mode & 0o077).toBe(0);
    expect(createSecrets({ secretKey: undefined, dataDir: folder }).open(sealed, 'x')).toBe('text');
  });

  test('a key file that was cut short is told, not replaced', async () => {
    const folder = await mkdtemp(join(dataDir, 'cut-'));
    await writeFile(join(folder, 'secret.key'), 'abc\n');
    expect(() => createSecrets({ secretKey: undefined, dataDir: folder }).seal('text', 'x')).toThrow(
      /backup/,
    );
  });
});
