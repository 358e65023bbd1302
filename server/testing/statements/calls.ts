import { sql } from 'kysely';
import type { CallExpression, Expression, Node } from 'oxc-parser';
import { type Frame, property, type Reader } from './frames.ts';
import { Hole, isHole } from './hole.ts';
import type { AnyFunction } from './scopes.ts';

/** A function of the sources as a value that real code, such as `map`, can call as well. */
type Closure = (...given: unknown[]) => unknown;

const closures = new WeakMap<object, { readonly fn: AnyFunction; readonly frame: Frame }>();

/** Makes a function of the sources a value. */
export function closureOf(reader: Reader, fn: AnyFunction, frame: Frame): Closure {
  const closure: Closure = (...given) => reader.enter(fn, frame, given, `${frame.path}()`);
  closures.set(closure, { fn, frame });
  return closure;
}

/** Most entries of a table that are tried where the key is unknown. */
const mostEntries = 8;

/** One of the values of a table that is read by an unknown key. */
function anyOf(reader: Reader, table: unknown, path: string): unknown {
  if (typeof table !== 'object' || table === null || isHole(table)) return new Hole('entry');
  const entries: unknown[] = table instanceof Map ? [...table.values()] : Object.values(table);
  return (
    entries[reader.choices.pick(path, Math.max(1, Math.min(entries.length, mostEntries)))] ??
    new Hole('entry')
  );
}

/** The value of `object.key` and of `object[key]`. */
export function memberValue(reader: Reader, node: Node, frame: Frame): unknown {
  if (node.type !== 'MemberExpression') return new Hole(node.type);
  const object = reader.value(node.object, frame);
  if (!node.computed) return property(reader, object, node.property.name);
  const key = reader.value(node.property, frame);
  if (isHole(key)) return anyOf(reader, object, `${frame.path} entry ${node.start}`);
  return property(reader, object, typeof key === 'symbol' ? key : String(key));
}

/** The arguments of a call, lists spread out. */
function argumentsOf(reader: Reader, node: CallExpression, frame: Frame): unknown[] {
  return node.arguments.flatMap(one => {
    if (one.type !== 'SpreadElement') return [reader.value(one, frame)];
    const list = reader.value(one.argument, frame);
    return Array.isArray(list) ? list : [new Hole('rest')];
  });
}

/** Methods that take a function to each element of a list. */
const perElement = new Set(['map', 'flatMap']);

function methodOfHole(
  reader: Reader,
  name: string,
  given: readonly unknown[],
  hole: Hole,
  path: string,
): unknown {
  const [each] = given;
  if (!perElement.has(name) || typeof each !== 'function') return new Hole(`${hole.what}.${name}()`);
  // A list of unknown length as a list of one.
  const one = applied(reader, each, undefined, [new Hole('element'), new Hole('index'), hole], path);
  return name === 'flatMap' && Array.isArray(one) ? one : [one];
}

/** Real functions of Kysely that build names, which must be known. */
const named = new Set<unknown>([sql.id, sql.ref, sql.table, sql.raw]);

function applied(reader: Reader, fn: object, self: unknown, given: unknown[], path: string): unknown {
  const closure = closures.get(fn);
  if (closure) return reader.enter(closure.fn, closure.frame, given, path);
  if (typeof fn !== 'function') return new Hole('call');
  if (named.has(fn) && given.some(one => isHole(one) || one === undefined)) return new Hole('name');
  // A list that is empty here has its elements from run time.
  if (fn === sql.join && (isHole(given[0]) || (Array.isArray(given[0]) && given[0].length === 0))) {
    return new Hole('list');
  }
  // Declarations and lists are plain values: only a hole in the place of one makes the result unknown.
  const ofList = Array.isArray(self) || self instanceof Map || self instanceof Set || self === sql;
  if (!ofList && given.some(isHole)) return new Hole('call');
  try {
    return Reflect.apply(fn, self, given);
  } catch {
    return new Hole('call');
  }
}

/** Reports whether a value is a fragment or a statement of SQL. */
export function isSql(value: unknown): value is ReturnType<typeof sql> {
  return (
    typeof value === 'object' && value !== null && 'isRawBuilder' in value && value.isRawBuilder === true
  );
}

/** The value of a call; a statement is not run. */
export function callValue(reader: Reader, node: CallExpression, frame: Frame): unknown {
  const callee: Expression = node.callee;
  const path = `${frame.path}>${node.start}`;
  if (callee.type !== 'MemberExpression') {
    const fn = reader.value(callee, frame);
    if (typeof fn !== 'function') return new Hole('call');
    return applied(reader, fn, undefined, argumentsOf(reader, node, frame), path);
  }
  const self = reader.value(callee.object, frame);
  const name = callee.property.type === 'Identifier' && !callee.computed ? callee.property.name : '';
  if (isSql(self) && name === 'execute') return new Hole('rows');
  if (isHole(self)) return methodOfHole(reader, name, argumentsOf(reader, node, frame), self, path);
  if (self instanceof Map && name === 'get' && node.arguments[0]) {
    const key = argumentsOf(reader, node, frame)[0];
    return isHole(key) ? anyOf(reader, self, `${path} get`) : self.get(key);
  }
  const fn = memberValue(reader, callee, frame);
  // A list is made again where it grows: `names.ts` follows `push`.
  if (typeof fn !== 'function' || name === 'push') return new Hole(`${name}()`);
  return applied(reader, fn, self, argumentsOf(reader, node, frame), path);
}
