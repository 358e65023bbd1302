import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

/** The one reader of times from outside, and code that reads no text from outside: tests, test servers, seeds. */
const free =
  /^model\/rules\/times\.ts$|\.test\.tsx?$|\/testing\/|^server\/(testing|seeds)\/|^server\/engine\/testing\//;

/** `Date.parse`, and `new Date` of a text or of a value whose type is not seen at the place. */
const loose = /\bDate\.parse\(|\bnew Date\((?:[`'"]|String\(|[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*\))/g;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/**
 * Complaints about times that are read loosely: both roll 31 February over and take the zone of the machine. Numbers go
 * through `instantOf`, times from outside through the readers of `model/rules/times.ts`.
 */
export function timeComplaints() {
  return ['model', 'server', 'web']
    .flatMap(folder => [...sources(join(root, folder))])
    .flatMap(path => {
      const name = relative(root, path).replaceAll('\\', '/');
      if (free.test(name)) return [];
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const found = /^\s*(?:\/\/|\*|\/\*)/.test(line) ? null : line.match(loose);
          return found ? [`${name}:${at + 1}: ${found[0]} reads a time; use model/rules/times.ts`] : [];
        });
    });
}
