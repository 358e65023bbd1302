import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';
import { contextUses } from './import-rules.mjs';

/** Most files in a folder; a larger one must be split by subject. */
const mostFiles = 25;
const skipped = new Set(['node_modules', 'dist', 'migrations', 'public']);

/** Folders of the product with more source files than {@link mostFiles}, tests left out. */
function* fullRooms(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter(
    ({ name }) => /\.tsx?$|\.css$/.test(name) && !/\.(test|types)\.tsx?$/.test(name),
  );
  if (files.length > mostFiles) yield `${folder} holds ${files.length} files: at most ${mostFiles}`;
  for (const entry of entries)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* fullRooms(`${folder}/${entry.name}`);
}

/** The first circle among the contexts' uses, as names joined by arrows. */
function* contextCircles() {
  const done = new Set();
  const visit = function* (context, path) {
    if (path.includes(context)) yield [...path.slice(path.indexOf(context)), context].join(' -> ');
    else if (!done.has(context)) {
      for (const used of contextUses[context] ?? []) yield* visit(used, [...path, context]);
      done.add(context);
    }
  };
  for (const context of Object.keys(contextUses)) yield* visit(context, []);
}

/** Folders of contexts that the list of uses does not name. */
function* unknownContexts() {
  for (const floor of ['model', 'server', 'web'])
    for (const entry of readdirSync(join(root, floor, 'contexts'), { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== 'testing' && !(entry.name in contextUses))
        yield `${floor}/contexts/${entry.name} is no context of contextUses (scripts/lib/import-rules.mjs)`;
}

/** Contexts whose uses ARCHITECTURE.md draws otherwise: its picture leaves out `shared`, which each of them uses. */
function* contextsDrawnWrong() {
  const picture = /```mermaid\ngraph [A-Z]+\n(.*?)```/s.exec(
    readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
  );
  const drawn = Object.fromEntries(
    [...(picture?.[1] ?? '').matchAll(/^ *(\w+)(?: --> (.+))?$/gm)].map(([, context, uses = '']) => [
      context,
      uses,
    ]),
  );
  for (const [context, uses] of Object.entries(contextUses)) {
    const wanted = uses.filter(used => used !== 'shared').join(' & ');
    if (context !== 'shared' && drawn[context] !== wanted)
      yield `ARCHITECTURE.md draws the uses of ${context} otherwise: ${context}${wanted && ` --> ${wanted}`}`;
  }
  for (const context of Object.keys(drawn))
    if (!(context in contextUses)) yield `ARCHITECTURE.md draws ${context}, which is no context`;
}

/**
 * The faults of the rooms: circles of contexts, folders that no context is, contexts that are drawn otherwise, folders
 * with too many files.
 */
export function roomComplaints() {
  return [
    ...[...contextCircles()].map(circle => `A circle of contexts: ${circle}`),
    ...unknownContexts(),
    ...contextsDrawnWrong(),
    ...['model', 'server', 'web'].flatMap(folder => [...fullRooms(folder)]),
  ];
}
