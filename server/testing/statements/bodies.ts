import type { Node, Statement, SwitchStatement } from 'oxc-parser';
import { type Frame, holds, type Reader } from './frames.ts';
import { isHole } from './hole.ts';
import { isFunction } from './scopes.ts';
import { walk } from './sources.ts';

/** The value that a list of statements returns, in a list of one; undefined if it runs through to its end. */
type Returned = readonly [unknown] | undefined;

function runSwitch(reader: Reader, node: SwitchStatement, frame: Frame): Returned {
  const subject = reader.value(node.discriminant, frame);
  const { cases } = node;
  let first = cases.findIndex(one => one.test && reader.value(one.test, frame) === subject);
  if (isHole(subject)) first = reader.choices.pick(`${frame.path} switch ${node.start}`, cases.length);
  else if (first < 0) first = cases.findIndex(one => one.test === null);
  return first < 0
    ? undefined
    : run(
        reader,
        cases.slice(first).flatMap(one => one.consequent),
        frame,
      );
}

function runOne(reader: Reader, node: Node, frame: Frame): Returned | 'break' {
  switch (node.type) {
    case 'ReturnStatement':
      return [node.argument ? reader.value(node.argument, frame) : undefined];
    case 'BlockStatement':
      return run(reader, node.body, frame);
    case 'IfStatement': {
      const taken = holds(reader, node.test, frame) ? node.consequent : node.alternate;
      return taken ? runOne(reader, taken, frame) : undefined;
    }
    case 'SwitchStatement':
      return runSwitch(reader, node, frame);
    case 'TryStatement':
      return runOne(reader, node.block, frame);
    case 'ForOfStatement':
      return runOne(reader, node.body, frame);
    case 'ThrowStatement':
      return [undefined];
    case 'BreakStatement':
    case 'ContinueStatement':
      return 'break';
    default:
      return undefined;
  }
}

/**
 * Follows statements to what they return. Variables are read where they are used, so only branches count here; a loop
 * runs once.
 */
export function run(reader: Reader, statements: readonly Node[], frame: Frame): Returned {
  for (const statement of statements) {
    const returned = runOne(reader, statement, frame);
    if (returned === 'break') return undefined;
    if (returned) return returned;
  }
  return undefined;
}

/** Reports whether the branches from the body of the frame's function down to a node are taken. */
export function isReached(reader: Reader, node: Node, frame: Frame): boolean {
  for (let at: Node = node; at.parent && !isFunction(at.parent); at = at.parent) {
    const { parent } = at;
    if (parent.type !== 'IfStatement' || at === parent.test) continue;
    if (holds(reader, parent.test, frame) !== (at === parent.consequent)) return false;
  }
  return true;
}

/** Lists the nodes of a function or file that belong to no function within it. */
export function ownNodes(frame: Frame): readonly Node[] {
  const top: Node = frame.fn ?? frame.file.program;
  let nodes = own.get(top);
  if (!nodes) {
    const found: Node[] = [];
    walk(top, node => {
      if (node !== top && isFunction(node)) return false;
      if (node.type === 'AssignmentExpression' || node.type === 'CallExpression') found.push(node);
      return undefined;
    });
    nodes = found;
    own.set(top, nodes);
  }
  return nodes;
}

const own = new WeakMap<Node, readonly Node[]>();

/** The statements of a function's body, or nothing for one that is an expression. */
export function bodyOf(body: Node | null): readonly Statement[] | undefined {
  return body?.type === 'BlockStatement' ? body.body : undefined;
}
