import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

/** Folders whose exported symbols carry a doc comment; those in `worded` are checked for how their comments begin. */
const folders = ['model', 'server', 'web', 'e2e', 'bench'];
const worded = [...folders, 'scripts'];
const skipped = new Set(['node_modules', 'dist', 'out']);
const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) +([\w$]+)/;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(tsx?|m[jt]s)$/.test(entry.name)) yield path;
  }
}

/** Whether a file's exports are for others to read: neither a test, a tool's configuration nor a script. */
const hasReaders = file => /\.tsx?$/.test(file) && !/\.(test|spec|config)\.tsx?$/.test(file);

/** Whether a doc comment begins with "What" in this line. */
const beginsWithWhat = (line, before) =>
  /^\s*\/\*\* What /.test(line) || (/^\s*\/\*\*$/.test(before) && /^\s*\* What /.test(line));

/**
 * The exported symbols without a doc comment right above them, as `file:line name` (overloads need it once), and the
 * doc comments that begin with "What", in tests and scripts too: those name a riddle instead of the thing.
 */
export function docCommentComplaints() {
  const found = [];
  for (const folder of worded) {
    for (const file of sources(join(root, folder))) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const told = new Set();
      const documented = folders.includes(folder) && hasReaders(file);
      for (const [index, line] of lines.entries()) {
        const place = `${relative(root, file)}:${index + 1}`;
        const before = lines[index - 1] ?? '';
        if (beginsWithWhat(line, before)) found.push(`${place} begins with "What": name the thing itself`);
        const name = declaration.exec(line)?.[1];
        if (!documented || name === undefined || told.has(name)) continue;
        told.add(name);
        if (!before.trimEnd().endsWith('*/')) found.push(`${place} ${name}`);
      }
    }
  }
  return found;
}
