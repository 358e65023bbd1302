import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './commands.mjs';

const folders = ['model', 'server', 'web', 'e2e', 'bench', 'scripts', 'docs'];
const skipped = /(^|\/)(node_modules|dist|\.cache)(\/|$)/;

/** The spans of a line in backticks, with the text behind each. */
const span = /`([^`]+)`(?=(.{0,6}))/g;
/** A path from the top of the checkout, inside such a span. */
const path = new RegExp(`(?<![\\w./@-])(?:${folders.join('|')})/[\\w./<>{}*,-]*`, 'g');
/** The name of a source file alone, or the end of its path. */
const name = /^[\w<>{}*][\w./<>{}*,-]*\.(?:tsx?|mjs)$/;
/** A mark behind the name of a file that an exercise has its reader write. */
const made = /^ \(new\)|^（新建）/;
const link = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;

const listed = pattern => globSync(pattern, { cwd: root, exclude: file => skipped.test(file) });

/** Gives the function that says whether a path, or the end of one, leads to a file; `<placeholders>` fit any name. */
function fileFinder() {
  const sources = listed(`{${folders}}/**/*.{ts,tsx,mjs}`);
  const found = new Map();
  const find = wanted =>
    folders.some(folder => wanted.startsWith(`${folder}/`))
      ? existsSync(join(root, wanted)) || listed(wanted.replace(/\/$/, '')).length > 0
      : sources.some(file => posix.matchesGlob(file, `**/${wanted}`));
  return text => {
    const wanted = text.replaceAll(/<[^>]*>/g, '*').replace(/[.,]$/, '');
    if (!found.has(wanted)) found.set(wanted, find(wanted));
    return found.get(wanted);
  };
}

/** Lines of a document outside its blocks of code, each with its number. */
function* proseOf(text) {
  let fenced = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    else if (!fenced) yield [index + 1, line];
  }
}

/** The paths, file names and links of the documents that lead to no file, as `file:line`; none when all is well. */
export function docPathComplaints() {
  const exists = fileFinder();
  const complaints = [];
  for (const file of listed(`{*.md,{${folders}}/**/*.md}`)) {
    for (const [number, line] of proseOf(readFileSync(join(root, file), 'utf8'))) {
      const texts = [...line.matchAll(span)].flatMap(([, text, after]) => (made.test(after) ? [] : [text]));
      const named = texts.flatMap(text => (name.test(text) ? [text] : (text.match(path) ?? [])));
      for (const text of new Set(named))
        if (!exists(text)) complaints.push(`${file}:${number} names ${text}: there is no such file`);
      for (const [, target] of line.matchAll(link))
        if (!existsSync(join(root, dirname(file), decodeURI(target))))
          complaints.push(`${file}:${number} leads to ${target}: there is no such file`);
    }
  }
  return complaints;
}
