import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { root } from './commands.mjs';
import { importRules } from './import-rules.mjs';

const folders = ['model', 'server', 'web', 'e2e', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'out']);

/** The three forms, as Biome formats them: `… from 'x'`, `import 'x'`, `import('x')`. */
const forms = [
  /^(?:import|export)\b(?<names>[^'";]*?)\bfrom '(?<target>[^']+)'/gm,
  /^import '(?<target>[^']+)'/gm,
  /\bimport\(\s*'(?<target>[^']+)'\s*\)/g,
];

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The target of an import: a path in the checkout, `node:name` or `package:name`; undefined if there is none. */
function resolveImport(file, target) {
  if (target.startsWith('.')) {
    const path = relative(root, join(root, dirname(file), target.replace(/\?.*$/, '')));
    const found = [path, `${path}.ts`, `${path}.tsx`].find(candidate => existsSync(join(root, candidate)));
    return found?.replaceAll('\\', '/');
  }
  const own = /^@yikao\/(\w+)\/(.+)$/.exec(target);
  if (own) return existsSync(join(root, own[1], own[2])) ? `${own[1]}/${own[2]}` : undefined;
  if (isBuiltin(target)) return target.startsWith('node:') ? target : `node:${target}`;
  return `package:${target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')}`;
}

/** All imports of a file; `typeOnly` ones vanish before the program runs. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return forms.flatMap(form =>
    [...text.matchAll(form)].map(({ groups }) => ({
      target: groups.target,
      typeOnly: /^\s+type\b/.test(groups.names ?? ''),
      to: resolveImport(file, groups.target),
    })),
  );
}

function breaks(rule, file, to) {
  const match = rule.from.exec(file);
  if (match === null || rule.free?.test(file)) return false;
  const filled = pattern => new RegExp(pattern.replace(/\$(\d)/g, (_, number) => match[number]));
  return filled(rule.to).test(to) && !(rule.except && filled(rule.except).test(to));
}

/** The circles among imports that exist at run time, each once, as paths joined by arrows. */
function circles(graph) {
  const found = [];
  const state = new Map();
  const visit = (file, path) => {
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') found.push([...path.slice(path.indexOf(next)), next].join(' -> '));
      else if (!state.has(next)) visit(next, [...path, next]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file, [file]);
  return found;
}

/** The faults of the imports of the checkout, one complaint a line; nothing when all is well. */
export function importComplaints() {
  const complaints = [];
  const graph = new Map();
  for (const file of folders.flatMap(folder => [...sources(folder)])) {
    const imports = importsOf(file);
    graph.set(
      file,
      imports.filter(({ typeOnly, to }) => !typeOnly && to).map(({ to }) => to),
    );
    for (const { target, to } of imports) {
      if (to === undefined) complaints.push(`${file} imports ${target}, which is not there`);
      else {
        const broken = importRules.filter(rule => breaks(rule, file, to));
        complaints.push(...broken.map(({ why }) => `${file} imports ${to}: ${why}`));
      }
    }
  }
  return [...complaints, ...circles(graph).map(path => `A circle: ${path}`)];
}
