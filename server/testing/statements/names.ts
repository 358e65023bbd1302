import { sql } from 'kysely';
import type { Node } from 'oxc-parser';
import { isReached, ownNodes } from './bodies.ts';
import { callersOf } from './callers.ts';
import { bind, type Frame, findName, type Reader, someDataset } from './frames.ts';
import { Hole, isHole } from './hole.ts';
import { type AnyFunction, bare, type Declaration, functionsAround, namesOf } from './scopes.ts';
import { importedName, type SourceFile } from './sources.ts';

/** The names of the language that may be called without effect. */
const globals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['undefined', undefined],
  ...Object.entries({ Array, Boolean, JSON, Map, Math, Number, Object, Set, String }),
]);

/** Types whose values are parameters, so that nobody need look for the callers. */
const plain = /^:\s*(?:readonly )?(?:number|boolean|Date|Actor|Db|Tx|Buffer)(?:\[\])?(?: \| undefined)?$/;

/** Most elements of a list, or callers of a function, that are tried. */
const most = 40;

function exported(reader: Reader, file: SourceFile, name: string): unknown {
  const frame = reader.fileFrame(file);
  for (const statement of file.program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) continue;
    for (const { exported: outside, local } of statement.specifiers) {
      const [to, from] = [outside, local].map(one => (one.type === 'Literal' ? one.value : one.name));
      if (to === name && from) return imported(reader, file, statement.source.value, from);
    }
  }
  return namesOf(file.program)?.has(name) ? namedValue(reader, name, file.program, frame) : new Hole(name);
}

function imported(reader: Reader, from: SourceFile, specifier: string, name: string | undefined): unknown {
  if (specifier === 'kysely' && name === 'sql') return sql;
  const target = importedName(from.name, specifier) ?? '';
  const module = reader.modules.get(target);
  if (module) return name === undefined ? module : Reflect.get(module, name);
  const file = reader.sources.file(target);
  return file && name !== undefined ? exported(reader, file, name) : new Hole(name ?? specifier);
}

/** The frames of the functions around a node, called by anybody. */
export function frameAround(reader: Reader, node: Node, file: SourceFile, path = ''): Frame {
  return functionsAround(node).reduceRight<Frame>(
    (outer, fn) => ({
      ...{ file, fn, outer, given: undefined, values: new Map() },
      path: `${path}>${file.name}:${fn.start}`,
    }),
    reader.fileFrame(file),
  );
}

/** One of the elements that a callback of `map` and the like gets. */
function elementFor(reader: Reader, fn: AnyFunction, index: number, frame: Frame): unknown {
  const call = fn.parent;
  if (index > 0 || call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression')
    return new Hole('');
  const { object, property } = call.callee;
  if (property.type !== 'Identifier' || !/^(?:map|flatMap|filter|forEach)$/.test(property.name)) {
    return new Hole(property.type);
  }
  const list = frame.outer ? reader.value(object, frame.outer) : undefined;
  if (!Array.isArray(list) || list.length === 0) return new Hole('element');
  return list[reader.choices.pick(`${frame.path} element`, Math.min(list.length, most))];
}

/** The value of a parameter as one of the callers gives it, or some dataset where a dataset is wanted. */
function argument(reader: Reader, fn: AnyFunction, index: number, frame: Frame): unknown {
  const value = givenBy(reader, fn, index, frame);
  const pattern = fn.params[index];
  const type = pattern && 'typeAnnotation' in pattern && pattern.typeAnnotation;
  const isDataset = type && frame.file.text.slice(type.start, type.end) === ': AnyDataset';
  return isDataset && isHole(value) ? someDataset(reader) : value;
}

function givenBy(reader: Reader, fn: AnyFunction, index: number, frame: Frame): unknown {
  const pattern = fn.params[index];
  if (!pattern) return undefined;
  const { text } = frame.file;
  const type = 'typeAnnotation' in pattern && pattern.typeAnnotation;
  const name = pattern.type === 'Identifier' ? pattern.name : 'parameter';
  if (type && plain.test(text.slice(type.start, type.end))) return new Hole(name);
  const callers = callersOf(reader.sources, fn, frame.file).slice(0, most);
  // A function that calls itself is not its own caller.
  if (callers.length === 0 || frame.path.split('>').length > 6) return elementFor(reader, fn, index, frame);
  const caller = callers[reader.choices.pick(`${frame.path} caller`, callers.length)];
  const given = caller?.node.arguments[index];
  if (!caller || !given) return undefined;
  if (given.type === 'SpreadElement') return new Hole(name);
  return reader.value(
    given,
    frameAround(reader, caller.node, caller.file, `${frame.path}^${caller.node.start}`),
  );
}

/** The value of a variable after its assignments and, for a list, its pushes, as far as their branches are taken. */
function variable(reader: Reader, name: string, first: unknown, constant: boolean, frame: Frame): unknown {
  let value = first;
  const list = Array.isArray(first);
  if (constant && !list) return value;
  for (const node of ownNodes(frame)) {
    if (node.type === 'AssignmentExpression' && !constant) {
      const { left, right, operator } = node;
      if (left.type !== 'Identifier' || left.name !== name || !isReached(reader, node, frame)) continue;
      value = operator === '=' ? reader.value(right, frame) : new Hole(name);
    } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && list) {
      const { object, property } = node.callee;
      if (object.type !== 'Identifier' || object.name !== name || property.type !== 'Identifier') continue;
      if (property.name !== 'push' || !isReached(reader, node, frame)) continue;
      const added = node.arguments.flatMap(one => {
        if (one.type !== 'SpreadElement') return [reader.value(one, frame)];
        const more = reader.value(one.argument, frame);
        return Array.isArray(more) ? more : [];
      });
      value = [...(Array.isArray(value) ? value : []), ...added];
    }
  }
  return value;
}

function declaredValue(reader: Reader, name: string, declaration: Declaration, frame: Frame): unknown {
  const bound = (pairs: [string, unknown][]) => new Map(pairs).get(name);
  switch (declaration.kind) {
    case 'function':
      return reader.value(declaration.node, frame);
    case 'import':
      return imported(reader, frame.file, declaration.node.source.value, declaration.imported);
    case 'parameter': {
      const { node, index } = declaration;
      const pattern = node.params[index];
      if (!pattern) return undefined;
      const rest = pattern.type === 'RestElement';
      const given = frame.given
        ? rest
          ? frame.given.slice(index)
          : frame.given[index]
        : rest
          ? new Hole(name)
          : argument(reader, node, index, frame);
      return bound(bind(reader, pattern, given, frame));
    }
    case 'variable': {
      const { id, init } = declaration.node;
      const first = init ? reader.value(init, frame) : undefined;
      return variable(reader, name, bound(bind(reader, id, first, frame)), declaration.constant, frame);
    }
    case 'element': {
      const list = reader.value(bare(declaration.node.right), frame);
      const items: unknown[] =
        Array.isArray(list) || list instanceof Set || list instanceof Map ? [...list] : [];
      const key = `${frame.path} of ${declaration.node.start}`;
      const item = items[reader.choices.pick(key, Math.max(1, Math.min(items.length, most)))];
      return bound(bind(reader, declaration.pattern, items.length === 0 ? new Hole(name) : item, frame));
    }
    case 'class':
      return new Hole(name);
  }
}

/** Returns the value of a name as it is seen from a node. */
export function namedValue(reader: Reader, name: string, from: Node, frame: Frame): unknown {
  const found = findName(name, from, frame);
  if (!found) return globals.has(name) ? globals.get(name) : new Hole(name);
  const { declaration, frame: owner } = found;
  const key = `${name} ${declaration.node.start}`;
  if (owner.values.has(key)) return owner.values.get(key);
  // A name that needs itself, as in `list = [...list, one]`, is open.
  owner.values.set(key, new Hole(name));
  const value = declaredValue(reader, name, declaration, owner);
  owner.values.set(key, value);
  return isHole(value) && value.what === '' ? new Hole(name) : value;
}
