/**
 * Prints the size of the project's parts: `node scripts/house.mjs [commit ...]`, one column per commit (default: HEAD).
 * Lines are those that are neither blank nor comments; tests are counted apart. Run `npm run check` for what is refused.
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { root } from './lib/commands.mjs';

/** The parts by the paths of their files; each file is counted in every part that matches it. */
const parts = {
  'model, the language (kernel)': /^model\/kernel\//,
  'model, contexts': /^model\/(contexts|features|datasets)\//,
  'model, all': /^model\//,
  'server, engine': /^server\/engine\//,
  'server, contexts': /^server\/(contexts|features|datasets)\//,
  'server, all': /^server\//,
  'pages, engine': /^web\/engine\//,
  'pages, contexts': /^web\/(contexts|features|screens)\//,
  'pages, all': /^web\/.*\.tsx?$/,
  'pages, styles': /\.css$/,
  'product, all': /^(model|server|web)\//,
};
const isCode = path => /\.(ts|tsx|mjs|css)$/.test(path);
const isTest = path => /\.(test|spec|types|sample)\.tsx?$|\/testing\//.test(path);

/** Git's output for these arguments, with these bytes as input. */
function git(args, input) {
  const done = spawnSync('git', args, { cwd: root, input, maxBuffer: 1024 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(done.stderr.toString());
  return done.stdout;
}

/** The code files of a commit with their texts. */
function filesOf(commit) {
  const paths = git(['ls-tree', '-r', '--name-only', commit]).toString().trim().split('\n').filter(isCode);
  const blobs = git(['cat-file', '--batch'], paths.map(path => `${commit}:${path}\n`).join(''));
  let at = 0;
  return paths.map(path => {
    const end = blobs.indexOf(10, at);
    const size = Number(blobs.toString('utf8', at, end).split(' ')[2]);
    at = end + 1 + size + 1;
    return { path, text: blobs.toString('utf8', end + 1, end + 1 + size) };
  });
}

/** Lines that are neither blank nor part of a comment. */
function linesOf(text) {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return code.split('\n').filter(line => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
}

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The measures of a commit, by name. */
function measures(commit) {
  const files = filesOf(commit).map(({ path, text }) => ({ path, lines: linesOf(text), text }));
  const product = files.filter(({ path }) => !isTest(path));
  const sum = some => some.reduce((total, { lines }) => total + lines, 0);
  const inPart = part => sum(product.filter(({ path }) => part.test(path)));
  const rooms = Map.groupBy(
    product.filter(({ path }) => /^(model|server|web)\//.test(path)),
    ({ path }) => dirname(path),
  );
  const [room, inRoom] = [...rooms].toSorted(([, a], [, b]) => b.length - a.length)[0];
  const declarations = product.filter(
    ({ path, text }) => /^model\//.test(path) && /\bdefineDataset\(/.test(text),
  );
  const longest = product.toSorted((a, b) => b.lines - a.lines)[0];
  return {
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, inPart(part)])),
    'tests, all': sum(files.filter(({ path }) => isTest(path))),
    'datasets declared': declarations.length,
    'a declaration, median': median(declarations.map(({ lines }) => lines)),
    'files in the fullest folder': `${inRoom.length} (${room})`,
    'the longest file': `${longest.lines} (${longest.path})`,
  };
}

const commits = process.argv.slice(2);
const columns = (commits.length > 0 ? commits : ['HEAD']).map(commit => [commit, measures(commit)]);
const names = Object.keys(columns[0][1]);
const width = Math.max(...names.map(name => name.length)) + 2;
console.log(['lines of code'.padEnd(width), ...columns.map(([commit]) => commit.padStart(12))].join(''));
for (const name of names)
  console.log(
    [name.padEnd(width), ...columns.map(([, found]) => ` ${String(found[name]).padStart(11)}`)].join(''),
  );
