import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './commands.mjs';

/** Folders whose comments cite documents. */
const folders = ['model', 'server', 'web', 'e2e', 'bench', 'scripts'];
const skipped = new Set(['node_modules', 'dist', 'out']);

/** The documents that comments cite, by name: the files whose headings contain the sections. */
const documents = {
  domain: { folder: 'docs/domain' },
  spec: { file: 'docs/specification.md' },
};

/** "domain 4.6", "spec section 7", "domain sections 2 and 9"; the text after a comma is an item of that section. */
const citation =
  /\b(domain|spec)(?: model)?(?: sections?)? (\d+(?:\.(?:\d+|[A-Z]\b))?)((?:(?: and| to) \d+(?:\.(?:\d+|[A-Z]\b)))*)/gi;

/** "domain G9", "domain 6, Q34": an entry of the catalogue, or a decision. */
const entry = /\bdomain (?:model )?(?:\d[\d.]*, )?([A-Z]\d+)((?:(?:,| and| to) [A-Z]\d+)*)/g;

/** Documents that are not in the repository have nothing to cite. */
const foreign = /\b(?:house rules?|architecture (?:section )?)\s*\d/i;

/** A document that is named by its file. */
const named = /\b[\w.-]+\.md\b/g;

const headings = text => [...text.matchAll(/^#+ (\d+(?:\.[0-9A-Z]+)?)[. ]/gm)].map(([, number]) => number);

const entries = text => [...text.matchAll(/(?:\*\*|^\| )([A-Z]\d+)\b/gm)].map(([, number]) => number);

function textsOf({ folder, file }) {
  const files = folder ? readdirSync(join(root, folder)).map(name => `${folder}/${name}`) : [file];
  return files.map(path => readFileSync(join(root, path), 'utf8'));
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(tsx?|m[jt]s)$/.test(entry.name)) yield path;
  }
}

/** Citations of sections that no document has, as `file:line citation`; empty if there are none. */
export function citationComplaints() {
  const sections = Object.fromEntries(
    Object.entries(documents).map(([word, document]) => [word, new Set(textsOf(document).flatMap(headings))]),
  );
  const known = new Set(textsOf(documents.domain).flatMap(entries));
  const files = new Set(
    globSync(`{*.md,{docs,${folders}}/**/*.md}`, {
      cwd: root,
      exclude: file => skipped.has(basename(file)),
    }).map(file => basename(file)),
  );
  const complaints = [];
  for (const file of folders.flatMap(folder => [...sources(join(root, folder))])) {
    if (file === import.meta.filename) continue;
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      const place = `${relative(root, file)}:${index + 1}`;
      if (foreign.test(line)) complaints.push(`${place} cites a document that is not in the repository`);
      for (const [text] of line.matchAll(named))
        if (!files.has(text)) complaints.push(`${place} names ${text}: there is no such document`);
      for (const [text, word, first, more] of line.matchAll(citation)) {
        for (const number of [first, ...(more.match(/\d+(?:\.[0-9A-Z]+)?/g) ?? [])]) {
          if (!sections[word.toLowerCase()].has(number))
            complaints.push(`${place} cites ${text}: no section ${number}`);
        }
      }
      for (const [text, first, more] of line.matchAll(entry)) {
        for (const number of [first, ...(more.match(/[A-Z]\d+/g) ?? [])]) {
          if (!known.has(number)) complaints.push(`${place} cites ${text}: no entry ${number}`);
        }
      }
    }
  }
  return complaints;
}
