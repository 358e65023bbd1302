import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

const notSources = new Set(['dist', 'node_modules']);

function* filesOf(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  for (const entry of entries) {
    if (notSources.has(entry.name) || /^dist-|\.test\./.test(entry.name)) continue;
    const inside = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(inside);
    else yield inside;
  }
}

/** A hash of files and folders of the project, without tests: it changes when what is built of them may change. */
export function hashOfSources(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const source = join(root, name);
    for (const file of statSync(source).isDirectory() ? filesOf(source) : [source]) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
