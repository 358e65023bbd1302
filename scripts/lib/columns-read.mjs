import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';
import { templateAt } from './sql-texts.mjs';

/** A statement with a typed result: its type, up to the sign that opens the text. */
const typed = /\bsql<((?:[^`<>]|<(?:[^`<>]|<[^`<>]*>)*>)*)>\s*`/g;

/** The fields that one `Columns` names. */
const columns = /\bColumns<\s*typeof [\w.]+,\s*((?:\s*\|?\s*'\w+')+)\s*>/g;

const snakeCase = name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Reports whether an expression in the text, or `*`, may read further columns. */
const isOpen = text =>
  /\*(?!\s*\))/.test(text) || /^(?:(?!\bfrom\b)[\s\S])*\$\{/.test(text) || /returning[\s\S]*\$\{/.test(text);

/** Fields that the type of a statement names and its text does not read, as `file:line field`. */
export function unreadColumns() {
  const complaints = [];
  for (const name of readdirSync(join(root, 'server'), { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.types.ts') || name.includes('node_modules')) continue;
    const file = join(root, 'server', name);
    const source = readFileSync(file, 'utf8');
    for (const match of source.matchAll(typed)) {
      // An example in a comment.
      if (/^\s*\*/.test(source.slice(source.lastIndexOf('\n', match.index) + 1))) continue;
      const text = templateAt(source, match.index + match[0].length);
      if (isOpen(text)) continue;
      const fields = [...match[1].matchAll(columns)].flatMap(([, list]) => list.match(/\w+/g) ?? []);
      for (const field of fields) {
        if (new RegExp(`\\b${snakeCase(field)}\\b`).test(text)) continue;
        const line = source.slice(0, match.index).split('\n').length;
        complaints.push(`${relative(root, file)}:${line} ${field}`);
      }
    }
  }
  return complaints;
}
