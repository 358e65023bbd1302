import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key file cannot be used. */
export class KeyFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyFileError';
  }
}

/** Bytes of a key. */
const keyBytes = 32;

const pathOf = (dataDir: string) => join(dataDir, 'secret.key');
const newKey = () => randomBytes(keyBytes).toString('base64url');

/** Writes the lines atomically, readable only by the owner. */
function write(dataDir: string, lines: readonly string[]): void {
  const path = pathOf(dataDir);
  const beside = `${path}.new`;
  writeFileSync(beside, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(beside, path);
}

function linesOf(dataDir: string): string[] {
  const lines = readFileSync(pathOf(dataDir), 'utf8')
    .split('\n')
    .map(line => line.trim());
  return lines.filter(line => line !== '');
}

/**
 * The keys of the key file, the sealing one first; empty without a file. Throws {@link KeyFileError} for a damaged one.
 */
export function readKeyFile(dataDir: string): readonly Buffer[] {
  if (!existsSync(pathOf(dataDir))) return [];
  const keys = linesOf(dataDir).map(line => Buffer.from(line, 'base64url'));
  if (keys.length === 0 || keys.some(key => key.length !== keyBytes)) {
    throw new KeyFileError(`${pathOf(dataDir)} is no key file; restore it from a backup`);
  }
  return keys;
}

/** The keys of the key file, which is created if missing; two simultaneous callers get the same one. */
export function ensureKeyFile(dataDir: string): readonly Buffer[] {
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(pathOf(dataDir), `${newKey()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readKeyFile(dataDir);
}

/** Adds a new key before those in the file, which still open earlier secrets. */
export function addKeyToFile(dataDir: string): void {
  ensureKeyFile(dataDir);
  write(dataDir, [newKey(), ...linesOf(dataDir)]);
}

/** Takes all keys but the first out of the file. */
export function keepFirstKeyOfFile(dataDir: string): void {
  readKeyFile(dataDir);
  write(dataDir, linesOf(dataDir).slice(0, 1));
}
