import { sql } from 'kysely';
import type { CallExpression, Node } from 'oxc-parser';
import { tableName } from '../../engine/table/naming.ts';
import { isSql } from './calls.ts';
import { Choices, readings } from './choices.ts';
import { datasetQuestion } from './frames.ts';
import { Hole, isHole } from './hole.ts';
import { frameAround } from './names.ts';
import type { SourceReader } from './reader.ts';
import { type SourceFile, walk } from './sources.ts';
import { mostReadings, type Statement, type StatementText, textOf } from './statements.ts';

/** Levels of a declaration in which functions are looked for. */
const mostLevels = 4;

/** Lists the functions within a declaration, with their paths. */
function functionsIn(value: unknown, path = '', levels = mostLevels): [string, object][] {
  if (typeof value === 'function') return [[path, value]];
  if (typeof value !== 'object' || value === null || isHole(value) || isSql(value) || levels === 0) return [];
  return Object.entries(value).flatMap(([key, one]) => functionsIn(one, `${path}/${key}`, levels - 1));
}

/** The text of a fragment over the table of its dataset, whose alias the function gets as its first argument. */
function textOver(dataset: unknown, fragment: unknown, supposed: boolean): StatementText | undefined {
  if (typeof dataset !== 'object' || dataset === null || !('name' in dataset) || !isSql(fragment))
    return undefined;
  const table = sql.table(tableName({ name: String(dataset.name) }));
  return textOf(sql`select (${fragment}) from ${table} as d`, supposed);
}

function textsOfCall(reader: SourceReader, file: SourceFile, node: CallExpression): StatementText[] {
  const [first, second] = node.arguments;
  if (!first || !second) return [];
  const open = (choices: Choices) => {
    reader.begin(choices);
    const frame = frameAround(reader, node, file);
    return { dataset: reader.value(first, frame), parts: functionsIn(reader.value(second, frame)) };
  };
  const texts: StatementText[] = [];
  for (const [path] of open(new Choices()).parts) {
    const read = (choices: Choices) => {
      const { dataset, parts } = open(choices);
      const part = parts.find(([one]) => one === path)?.[1];
      if (typeof part !== 'function') return undefined;
      const fragment: unknown = Reflect.apply(part, undefined, ['d', new Hole('second'), new Hole('third')]);
      return textOver(dataset, fragment, choices.asked.has(datasetQuestion));
    };
    for (const text of readings(read, mostReadings)) {
      if (text === undefined) break;
      texts.push(text);
    }
  }
  return texts;
}

/**
 * Lists the fragments that a file declares for the server side of a dataset, each in a statement over its table: who
 * sees which rows, computed columns, the rules of data checks.
 */
export function declaredIn(reader: SourceReader, file: SourceFile): Statement[] {
  const statements: Statement[] = [];
  walk(file.program, (node: Node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
    if (node.callee.name !== 'defineServer') return undefined;
    const place = `${file.name}:${file.lineAt(node.start)}`;
    statements.push({ place, texts: textsOfCall(reader, file, node) });
    return undefined;
  });
  return statements;
}
