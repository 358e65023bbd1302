import type { BindingPattern, BindingRestElement, Expression, Node, ParamPattern } from 'oxc-parser';
import type { Choices } from './choices.ts';
import { Hole, isHole } from './hole.ts';
import { type AnyFunction, bare, type Declaration, isFunction, namesOf } from './scopes.ts';
import type { SourceFile, Sources } from './sources.ts';

/** One call of a function, or a whole file: where names get their values. */
export interface Frame {
  readonly file: SourceFile;
  /** The function; undefined for the file. */
  readonly fn: AnyFunction | undefined;
  /** The frame around the function's text. */
  readonly outer: Frame | undefined;
  /** The arguments of the call; undefined if any caller of the sources may be meant. */
  readonly given: readonly unknown[] | undefined;
  /** The calls that led here; two frames with one path are the same in every reading. */
  readonly path: string;
  readonly values: Map<string, unknown>;
}

/** The state that the parts of one reading share. */
export interface Reader {
  readonly sources: Sources;
  /** The modules that are run rather than read, by file name: the declarations and the naming of tables. */
  readonly modules: ReadonlyMap<string, object>;
  readonly choices: Choices;
  /** Returns the value of an expression, with a {@link Hole} for what only run time knows. */
  value(node: Node, frame: Frame): unknown;
  /** Calls a function of the sources. */
  enter(fn: AnyFunction, outer: Frame, given: readonly unknown[], path: string): unknown;
  /** Returns the frame of a file. */
  fileFrame(file: SourceFile): Frame;
}

/** The datasets in place of one that only run time names: of several shapes, with and without a tree or a year. */
const examples = ['admission', 'perm', 'lead', 'article', 'mockExam', 'serviceOrder'];

/** The question which dataset is meant: the same one for the whole reading. */
export const datasetQuestion = 'dataset';

/** Returns a dataset in the place of an unknown one. */
export function someDataset({ choices, modules }: Reader): unknown {
  const known = examples.flatMap(name => ofDatasets(modules, 'registry', name) ?? []);
  return known[choices.pick(datasetQuestion, Math.max(1, known.length))] ?? new Hole('dataset');
}

/** The value at a path into the module that lists the datasets. */
function ofDatasets(modules: ReadonlyMap<string, object>, ...path: string[]): unknown {
  const module: unknown = modules.get('model/contexts/datasets.ts');
  return path.reduce((value, key) => (value === undefined ? value : Reflect.get(Object(value), key)), module);
}

/** Returns the value at a key, with a hole where the object is unknown. */
export function property(reader: Reader, object: unknown, key: PropertyKey): unknown {
  if (!isHole(object) && object !== undefined && object !== null) return Reflect.get(Object(object), key);
  if (key === 'datasets') return ofDatasets(reader.modules, key) ?? new Hole(key);
  return key === 'dataset' ? someDataset(reader) : new Hole(String(key));
}

interface Found {
  readonly declaration: Declaration;
  /** The number of functions between the name and its declaration. */
  readonly out: number;
}

const declarations = new WeakMap<Node, Map<string, Found | undefined>>();

function findDeclaration(name: string, from: Node): Found | undefined {
  let out = 0;
  for (let node: Node | null | undefined = from; node; node = node.parent) {
    const declaration = namesOf(node)?.get(name);
    if (declaration) return { declaration, out };
    if (isFunction(node)) out += 1;
  }
  return undefined;
}

/** Finds the declaration of a name as it is seen from a node, and the frame that it belongs to. */
export function findName(
  name: string,
  from: Node,
  frame: Frame,
): { readonly declaration: Declaration; readonly frame: Frame } | undefined {
  const known = declarations.get(from) ?? new Map<string, Found | undefined>();
  declarations.set(from, known);
  if (!known.has(name)) known.set(name, findDeclaration(name, from));
  const found = known.get(name);
  let at: Frame | undefined = frame;
  for (let out = found?.out ?? 0; at && out > 0; out -= 1) at = at.outer;
  return found && at && { declaration: found.declaration, frame: at };
}

function restOf(value: unknown, keys: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || isHole(value)) return new Hole('rest');
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function keyOf(reader: Reader, key: Node, computed: boolean, frame: Frame): unknown {
  if (key.type === 'Identifier' && !computed) return key.name;
  return reader.value(key, frame);
}

/** Returns the values that a pattern binds to its names, taken from one value. */
export function bind(
  reader: Reader,
  pattern: BindingPattern | BindingRestElement | ParamPattern,
  value: unknown,
  frame: Frame,
): [string, unknown][] {
  switch (pattern.type) {
    case 'Identifier':
      return [[pattern.name, value]];
    case 'AssignmentPattern': {
      const known =
        value !== undefined &&
        !(isHole(value) && reader.choices.pick(`${frame.path} default ${pattern.start}`, 2) === 0);
      return bind(reader, pattern.left, known ? value : reader.value(pattern.right, frame), frame);
    }
    case 'RestElement':
      return bind(reader, pattern.argument, value, frame);
    case 'ArrayPattern':
      return pattern.elements.flatMap((one, index) => {
        if (one === null) return [];
        const rest = one.type === 'RestElement' && Array.isArray(value);
        return bind(reader, one, rest ? value.slice(index) : property(reader, value, index), frame);
      });
    case 'ObjectPattern': {
      const keys = pattern.properties.flatMap(one =>
        one.type === 'Property' ? [String(keyOf(reader, one.key, one.computed, frame))] : [],
      );
      return pattern.properties.flatMap((one, index) =>
        one.type === 'Property'
          ? bind(reader, one.value, property(reader, value, keys[index] ?? ''), frame)
          : bind(reader, one, restOf(value, keys), frame),
      );
    }
    default:
      return [];
  }
}

/** The name of the question whether an expression holds: the same for one variable wherever it is asked. */
function question(node: Expression, frame: Frame): string {
  let first: Node = node;
  for (;;) {
    if (first.type === 'MemberExpression') first = first.object;
    else if (first.type === 'CallExpression') first = first.callee;
    else if (first.type === 'BinaryExpression') first = first.left;
    else break;
  }
  const owner = first.type === 'Identifier' ? findName(first.name, first, frame)?.frame : undefined;
  const text = frame.file.text.slice(node.start, node.end).replaceAll('?.', '.');
  return `${(owner ?? frame).path} if ${text}`;
}

const isNothing = (node: Node) =>
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'Literal' && node.value === null);

/** Reports whether an expression holds; the reading chooses if the sources leave it open. */
export function holds(reader: Reader, expression: Expression, frame: Frame): boolean {
  const node = bare(expression);
  if (node.type === 'UnaryExpression' && node.operator === '!') return !holds(reader, node.argument, frame);
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const left = holds(reader, node.left, frame);
    return left === (node.operator === '&&') ? holds(reader, node.right, frame) : left;
  }
  if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateIdentifier' && isNothing(node.right)) {
    const left = bare(node.left);
    const value = reader.value(left, frame);
    const present = isHole(value)
      ? reader.choices.pick(question(left, frame), 2) === 0
      : value !== undefined && value !== null;
    return present === node.operator.startsWith('!');
  }
  const value = reader.value(node, frame);
  return isHole(value) ? reader.choices.pick(question(node, frame), 2) === 0 : Boolean(value);
}
