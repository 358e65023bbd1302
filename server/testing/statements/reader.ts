import { sql } from 'kysely';
import type {
  BinaryExpression,
  Node,
  ObjectExpression,
  PrivateInExpression,
  TaggedTemplateExpression,
} from 'oxc-parser';
import { bodyOf, run } from './bodies.ts';
import { callValue, closureOf, memberValue } from './calls.ts';
import { Choices } from './choices.ts';
import { type Frame, holds, type Reader } from './frames.ts';
import { Hole, isHole } from './hole.ts';
import { namedValue } from './names.ts';
import { type AnyFunction, bare } from './scopes.ts';
import type { SourceFile, Sources } from './sources.ts';

/** Most expressions that one reading visits, and most calls within calls. */
const mostSteps = 60_000;
const mostCalls = 30;

const places = new WeakMap<Node, string>();

/** The place of a template, which its text carries as a comment: where it begins and, after `</>`, where it ends. */
export function placeOf(file: SourceFile, node: Node): string {
  const place = places.get(node) ?? `${file.name}:${file.lineAt(node.start)}:${node.start}`;
  places.set(node, place);
  return place;
}

function template(reader: Reader, node: TaggedTemplateExpression, frame: Frame): unknown {
  if (reader.value(node.tag, frame) !== sql) return new Hole('text');
  const texts = node.quasi.quasis.map(({ value }) => value.cooked ?? value.raw);
  texts[0] = `/*<${placeOf(frame.file, node)}>*/${texts[0]}`;
  texts[texts.length - 1] += '/*</>*/';
  const values = node.quasi.expressions.map(one => reader.value(one, frame));
  return sql(Object.assign(texts, { raw: texts }), ...values);
}

function objectValue(reader: Reader, node: ObjectExpression, frame: Frame): unknown {
  const object: Record<PropertyKey, unknown> = {};
  for (const one of node.properties) {
    if (one.type === 'SpreadElement') {
      const more = reader.value(one.argument, frame);
      if (typeof more === 'object' && more !== null && !isHole(more)) Object.assign(object, more);
      continue;
    }
    const key = one.key.type === 'Identifier' && !one.computed ? one.key.name : reader.value(one.key, frame);
    if (isHole(key)) continue;
    // Read when it is needed: tables of declarations are large.
    let known: { readonly value: unknown } | undefined;
    Object.defineProperty(object, String(key), {
      configurable: true,
      enumerable: true,
      get: () => {
        known ??= { value: reader.value(one.value, frame) };
        return known.value;
      },
    });
  }
  return object;
}

function binary(reader: Reader, node: BinaryExpression | PrivateInExpression, frame: Frame): unknown {
  if (node.left.type === 'PrivateIdentifier') return new Hole('in');
  const left = reader.value(node.left, frame);
  const right = reader.value(node.right, frame);
  if (isHole(left) || isHole(right)) return new Hole(node.operator);
  switch (node.operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? `${left}${right}`
        : Number(left) + Number(right);
    case '-':
      return Number(left) - Number(right);
    case '<':
      return Number(left) < Number(right);
    case '>':
      return Number(left) > Number(right);
    case '<=':
      return Number(left) <= Number(right);
    case '>=':
      return Number(left) >= Number(right);
    case 'in':
      return typeof right === 'object' && right !== null ? String(left) in right : new Hole('in');
    default:
      return new Hole(node.operator);
  }
}

/** Reads the values of expressions in the sources, statement by statement and without running the product. */
export class SourceReader implements Reader {
  readonly sources: Sources;
  readonly modules: ReadonlyMap<string, object>;
  choices = new Choices();
  private readonly frames = new Map<string, Frame>();
  private steps = 0;
  private calls = 0;

  constructor(sources: Sources, modules: ReadonlyMap<string, object>) {
    this.sources = sources;
    this.modules = modules;
  }

  /** Begins another reading; the values of files are kept, since they hardly ever depend on a choice. */
  begin(choices: Choices): void {
    this.choices = choices;
    this.steps = 0;
  }

  fileFrame(file: SourceFile): Frame {
    let frame = this.frames.get(file.name);
    if (!frame) {
      frame = { file, fn: undefined, outer: undefined, given: [], path: file.name, values: new Map() };
      this.frames.set(file.name, frame);
    }
    return frame;
  }

  enter(fn: AnyFunction, outer: Frame, given: readonly unknown[], path: string): unknown {
    if (this.calls >= mostCalls || fn.generator) return new Hole('call');
    const frame: Frame = { file: outer.file, fn, outer, given, path, values: new Map() };
    this.calls += 1;
    try {
      const statements = bodyOf(fn.body);
      if (statements) return run(this, statements, frame)?.[0];
      return fn.body ? this.value(fn.body, frame) : new Hole('call');
    } finally {
      this.calls -= 1;
    }
  }

  value(node: Node, frame: Frame): unknown {
    this.steps += 1;
    if (this.steps > mostSteps) return new Hole('too much');
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'AwaitExpression':
        return this.value(bare(node), frame);
      case 'Literal':
        return node.value;
      case 'Identifier':
        return namedValue(this, node.name, node, frame);
      case 'TemplateLiteral': {
        const parts = node.expressions.map(one => this.value(one, frame));
        if (parts.some(isHole)) return new Hole('text');
        return node.quasis.map(({ value }, at) => `${value.cooked}${at in parts ? parts[at] : ''}`).join('');
      }
      case 'TaggedTemplateExpression':
        return template(this, node, frame);
      case 'MemberExpression':
        return memberValue(this, node, frame);
      case 'CallExpression':
        return callValue(this, node, frame);
      case 'ConditionalExpression':
        return this.value(holds(this, node.test, frame) ? node.consequent : node.alternate, frame);
      default:
        return this.rarer(node, frame);
    }
  }

  private rarer(node: Node, frame: Frame): unknown {
    switch (node.type) {
      case 'LogicalExpression': {
        if (node.operator === '??') {
          const left = this.value(node.left, frame);
          if (left === undefined || left === null) return this.value(node.right, frame);
          if (!isHole(left)) return left;
          return this.choices.pick(`${frame.path} ?? ${node.start}`, 2) === 0
            ? left
            : this.value(node.right, frame);
        }
        const left = holds(this, node.left, frame);
        return this.value(left === (node.operator === '&&') ? node.right : node.left, frame);
      }
      case 'UnaryExpression': {
        if (node.operator === '!') return !holds(this, node.argument, frame);
        const value = this.value(node.argument, frame);
        if (isHole(value)) return value;
        return node.operator === 'typeof' ? typeof value : node.operator === '-' ? -Number(value) : undefined;
      }
      case 'BinaryExpression':
        return binary(this, node, frame);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return closureOf(this, node, frame);
      case 'ObjectExpression':
        return objectValue(this, node, frame);
      case 'ArrayExpression':
        return node.elements.flatMap(one => {
          if (one === null) return [undefined];
          if (one.type !== 'SpreadElement') return [this.value(one, frame)];
          const list = this.value(one.argument, frame);
          return Array.isArray(list) || list instanceof Set || list instanceof Map ? [...list] : [];
        });
      case 'NewExpression': {
        const made = this.value(node.callee, frame);
        const [first] = node.arguments;
        const list = first && first.type !== 'SpreadElement' ? this.value(first, frame) : [];
        if (!Array.isArray(list)) return new Hole('new');
        return made === Map ? new Map(list) : made === Set ? new Set(list) : new Hole('new');
      }
      default:
        return new Hole(node.type);
    }
  }
}
