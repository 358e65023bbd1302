import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

const folders = ['model', 'server', 'web', 'e2e', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'out']);
const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) +([\w$]+)/;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.(test|spec|config)\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The exported symbols without a doc comment right above them, as `file:line name`. Overloads need it once. */
export function undocumentedExports() {
  const found = [];
  for (const folder of folders) {
    for (const file of sources(join(root, folder))) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const told = new Set();
      for (const [index, line] of lines.entries()) {
        const name = declaration.exec(line)?.[1];
        if (name === undefined || told.has(name)) continue;
        told.add(name);
        if (!lines[index - 1]?.trimEnd().endsWith('*/'))
          found.push(`${relative(root, file)}:${index + 1} ${name}`);
      }
    }
  }
  return found;
}
