import type { CallExpression, Node } from 'oxc-parser';
import { type AnyFunction, functionsAround, namesOf } from './scopes.ts';
import { importedName, type SourceFile, type Sources, walk } from './sources.ts';

/** A call in the sources. */
export interface Caller {
  readonly file: SourceFile;
  readonly node: CallExpression;
}

/** The name under which a function is called: that of its declaration or of the constant that holds it. */
function nameOf(fn: AnyFunction): string | undefined {
  if (fn.type === 'FunctionDeclaration') return fn.id?.name;
  const { parent } = fn;
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
    ? parent.id.name
    : undefined;
}

/** Reports whether a name at a call means a function: by its declaration in the file, or by the import of it. */
function means(
  call: CallExpression,
  fn: AnyFunction,
  name: string,
  home: SourceFile,
  file: SourceFile,
): boolean {
  for (let at: Node | null | undefined = call.parent; at; at = at.parent) {
    const declaration = namesOf(at)?.get(name);
    if (!declaration) continue;
    if (declaration.kind === 'import') {
      const from = importedName(file.name, declaration.node.source.value);
      return declaration.imported === name && from === home.name;
    }
    if (declaration.kind === 'function') return declaration.node === fn;
    return declaration.kind === 'variable' && declaration.node === fn.parent;
  }
  return false;
}

/** Called names of a file, with their calls. */
const calls = new WeakMap<SourceFile, ReadonlyMap<string, readonly CallExpression[]>>();

function callsIn(file: SourceFile): ReadonlyMap<string, readonly CallExpression[]> {
  const known = calls.get(file);
  if (known) return known;
  const found = new Map<string, CallExpression[]>();
  walk(file.program, node => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      found.set(node.callee.name, [...(found.get(node.callee.name) ?? []), node]);
    }
    return undefined;
  });
  calls.set(file, found);
  return found;
}

const callers = new WeakMap<AnyFunction, readonly Caller[]>();

/** Lists the calls of a function by its name, except those within itself. */
export function callersOf(sources: Sources, fn: AnyFunction, home: SourceFile): readonly Caller[] {
  const known = callers.get(fn);
  if (known) return known;
  const name = nameOf(fn);
  const found = (name === undefined ? [] : sources.naming(name)).flatMap(one => {
    const file = sources.file(one);
    if (!file || name === undefined) return [];
    return (callsIn(file).get(name) ?? [])
      .filter(node => means(node, fn, name, home, file) && !functionsAround(node).includes(fn))
      .map(node => ({ file, node }));
  });
  callers.set(fn, found);
  return found;
}
