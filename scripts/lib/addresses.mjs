import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './commands.mjs';

/** A text that begins like the address of a call, with its method or without. */
const address =
  /['"`](?:(?:GET|POST|PUT|DELETE) )?\/(?:api|common|logout|pay\/local|health|ready|metrics|docs|openapi\.json)(?:[/'"`?]|\$\{)/;

/** Files that may contain addresses: calls and datasets declare them; tests spell out expected ones. */
// Addresses called by the platform, and those in the list of calls to vendors, belong to vendors.
const free =
  /^server\/platform\/|^model\/rules\/vendor-calls\.ts$|^model\/(calls|contexts)\/|\.(test|spec|types)\.tsx?$|\/testing\/|^web\/vite\.config\.ts$/;

const folders = ['model', 'server', 'web'];
const skipped = new Set(['node_modules', 'dist']);

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !free.test(path)) yield path;
  }
}

/** Reports whether a line is a comment. */
const isComment = line => /^\s*(\/\/|\/?\*)/.test(line);

/** Undeclared addresses in code, one complaint per line; empty if there are none. */
export function addressComplaints() {
  const complaints = [];
  for (const path of folders.flatMap(folder => [...sources(folder)])) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      // The common prefix that identifies calls is not an address.
      if (isComment(line) || line.includes("startsWith('/api/')") || !address.test(line)) continue;
      complaints.push(
        `${path}:${index + 1} spells the address of a call: take it from its value in model/calls`,
      );
    }
  }
  return complaints;
}
