import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addKeyToFile, keepFirstKeyOfFile } from './key-file.ts';
import { createSecrets, SecretsError } from './secrets.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yikao-secrets-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keyed = (secretKey: string, ...otherSecretKeys: string[]) =>
  createSecrets({ secretKey, otherSecretKeys, dataDir: '/nowhere' });
const ofFolder = (folder: string) =>
  createSecrets({ secretKey: undefined, otherSecretKeys: [], dataDir: folder });

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
      // The last character of a group may hold unused bits; they do not affect the result.
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
    const one = secrets.digest('ABCDE', 'user/1').digest.toString('hex');
    expect(secrets.digest('ABCDE', 'user/1').digest.toString('hex')).toBe(one);
    expect(secrets.digest('ABCDF', 'user/1').digest.toString('hex')).not.toBe(one);
    expect(secrets.digest('ABCDE', 'user/2').digest.toString('hex')).not.toBe(one);
    expect(keyed('b'.repeat(32)).digest('ABCDE', 'user/1').digest.toString('hex')).not.toBe(one);
  });
});

describe('when the key is changed', () => {
  const [old, present] = ['a'.repeat(32), 'b'.repeat(32)];

  test('what the former key sealed is opened, and sealed with the present one from then on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        const sealed = keyed(old).seal(text, owner);
        const both = keyed(present, old);
        expect(both.open(sealed, owner)).toBe(text);
        const renewed = both.renew(sealed, owner);
        expect(keyed(present).open(renewed, owner)).toBe(text);
        expect(() => keyed(old).open(renewed, owner)).toThrow(/another key/);
        expect(both.renew(renewed, owner)).toBe(renewed);
      }),
    );
  });

  test('a former key opens nothing for another owner, and what is damaged stays so', () => {
    const both = keyed(present, old);
    const sealed = keyed(old).seal('JBSWY3DPEHPK3PXP', 'user/1');
    expect(() => both.open(sealed, 'user/2')).toThrow(SecretsError);
    expect(() => both.renew(sealed, 'user/2')).toThrow(SecretsError);
    expect(() => both.renew(`${sealed.slice(0, -4)}AAAA`, 'user/1')).toThrow(SecretsError);
  });

  test('a digest is looked for under every key', () => {
    const former = keyed(old).digest('ABCDE', 'user/1');
    const all = keyed(present, old).digests('ABCDE', 'user/1');
    expect(all).toEqual([keyed(present).digest('ABCDE', 'user/1'), former]);
  });

  test('in the key file, the former line goes on opening until it is taken out', async () => {
    const folder = await mkdtemp(join(dataDir, 'lines-'));
    const sealed = ofFolder(folder).seal('text', 'x');
    addKeyToFile(folder);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o077).toBe(0);
    const both = ofFolder(folder);
    const renewed = both.renew(sealed, 'x');
    expect(renewed).not.toBe(sealed);
    keepFirstKeyOfFile(folder);
    expect(ofFolder(folder).open(renewed, 'x')).toBe('text');
    expect(() => ofFolder(folder).open(sealed, 'x')).toThrow(/another key/);
  });

  test('from the key file to a configured key, the file still opens what it sealed', async () => {
    const folder = await mkdtemp(join(dataDir, 'over-'));
    const sealed = ofFolder(folder).seal('text', 'x');
    const configured = createSecrets({ secretKey: present, otherSecretKeys: [], dataDir: folder });
    expect(keyed(present).open(configured.renew(sealed, 'x'), 'x')).toBe('text');
  });
});

describe('without a configured key', () => {
  test('a key file is made in the data folder, for its owner alone, and used again', async () => {
    const folder = join(dataDir, 'new');
    const sealed = ofFolder(folder).seal('text', 'x');
    expect((await stat(join(folder, 'secret.key'))).mode & 0o077).toBe(0);
    expect(ofFolder(folder).open(sealed, 'x')).toBe('text');
  });

  test('a key file that was cut short is told, not replaced', async () => {
    const folder = await mkdtemp(join(dataDir, 'cut-'));
    await writeFile(join(folder, 'secret.key'), 'abc\n');
    expect(() => ofFolder(folder).seal('text', 'x')).toThrow(/backup/);
  });
});
