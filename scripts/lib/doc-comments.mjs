import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

/** Folders whose exported symbols need a doc comment; `worded` are the folders whose comments' wording is checked. */
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

/** Reports whether other files use a file's exports: it is neither a test, a tool's configuration nor a script. */
const hasReaders = file => /\.tsx?$/.test(file) && !/\.(test|spec|config)\.tsx?$/.test(file);

/** Words that plain English does without, with the advice to their author; looked for in the text of comments. */
const unplain = [
  [/\bwhoever\b/i, 'says "whoever": name the people, as in "people who may list the dataset"'],
  [/\blest\b/i, 'says "lest": write "so that ... not"'],
  [/\banew\b/i, 'says "anew": write "again"'],
  [/(?<![`-])\bstands?\b(?![`-])/i, 'says "stands": write "is", "represents", "means"'],
  [/(?<![`({])\btold\b(?![`)])/i, 'says "told": write "notified", "reported", "named", "asked"'],
  [/\b(?:an?|one) (?:\w+ ){1,2}of (?:its|their) own\b/i, 'says "a ... of its own": write "a separate ..."'],
];
const riddle = [
  /^(?:What|Whether|How)\b/,
  'begins with What, Whether or How: name the thing, or write "Reports whether"',
];

/** The text of a comment in this line: of a line within a block, of a line comment, or of one behind code. */
function commentText(line) {
  const inBlock = /^\s*(?:\{?\/\*\*?|\*(?!\/))\s?(.*?)(?:\s*\*\/\}?)?\s*$/.exec(line);
  return inBlock?.[1] ?? /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1];
}

/** Reports whether a comment begins in this line: a block, or a line comment that does not continue one. */
function beginsComment(line, before) {
  if (/^\s*\{?\/\*\*? ./.test(line) || /^\s*\/\*\*?$/.test(before)) return true;
  return /(?:^|\s)\/\/ /.test(line) && !/^\s*\/\//.test(before);
}

/** The complaints about the wording of the comment in this line. */
function wordingComplaints(line, before) {
  const text = commentText(line);
  if (text === undefined) return [];
  const found = beginsComment(line, before) ? [...unplain, riddle] : unplain;
  return found.filter(([words]) => words.test(text)).map(([, advice]) => advice);
}

/**
 * The exported symbols without a doc comment right above them, as `file:line name` (overloads need it once), and the
 * comments whose wording is not plain, in tests and scripts too: a line each, with the advice.
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
        for (const advice of wordingComplaints(line, before)) found.push(`${place} ${advice}`);
        const name = declaration.exec(line)?.[1];
        if (!documented || name === undefined || told.has(name)) continue;
        told.add(name);
        if (!before.trimEnd().endsWith('*/')) found.push(`${place} ${name}`);
      }
    }
  }
  return found;
}
