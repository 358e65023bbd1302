import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Node } from 'oxc-parser';
import { isSql } from './calls.ts';
import { type Choices, readings } from './choices.ts';
import { datasetQuestion } from './frames.ts';
import { isHole } from './hole.ts';
import { frameAround } from './names.ts';
import { withoutPlaces } from './prepare.ts';
import { placeOf, type SourceReader } from './reader.ts';
import { type SourceFile, walk } from './sources.ts';

/** A text that the product may send, found without running it. */
export interface StatementText {
  readonly text: string;
  /** The parameters in place of something unknown, which may be a part of the text: `$1`. */
  readonly open: ReadonlySet<string>;
  /** True if it names a dataset in place of an unknown one, and may lack what the statement needs. */
  readonly supposed: boolean;
}

/** A place in the sources where a statement is run, or where one is written that others run. */
export interface Statement {
  /** `server/file.ts:12` */
  readonly place: string;
  readonly texts: readonly StatementText[];
}

/** A template of SQL in the sources. */
export interface Template {
  /** `server/file.ts:12:345`: as the texts of statements name it. */
  readonly place: string;
  /** True if it begins as a statement does. */
  readonly whole: boolean;
  readonly node: Node;
  readonly text: string;
}

/** Words that a statement which can be prepared begins with. */
const beginning = /^\s*(?:select|insert|update|delete|with|merge|values)\b/i;

/** Most texts of one statement. */
export const mostReadings = 48;

/** Most readings of something that is no statement so far. */
const mostMissed = 4;

// Only compiles: it is connected to nothing.
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Returns the text of a value that is a statement of SQL. */
export function textOf(value: unknown, supposed: boolean): StatementText | undefined {
  if (!isSql(value)) return undefined;
  try {
    const { sql: text, parameters } = value.compile(compiler);
    const open = parameters.flatMap((one, at) => (isHole(one) ? [`$${at + 1}`] : []));
    return beginning.test(withoutPlaces(text)) ? { text, open: new Set(open), supposed } : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(reader: SourceReader, node: Node, file: SourceFile): StatementText[] {
  const texts = new Map<string, StatementText>();
  const read = (choices: Choices) => {
    reader.begin(choices);
    const value = reader.value(node, frameAround(reader, node, file));
    return textOf(value, choices.asked.has(datasetQuestion));
  };
  let missed = 0;
  for (const found of readings(read, mostReadings)) {
    if (found) texts.set(withoutPlaces(found.text), found);
    else missed += 1;
    if (texts.size === 0 && missed === mostMissed) break;
  }
  return [...texts.values()];
}

/** Lists the templates of SQL in a file. */
export function templatesOf(file: SourceFile): Template[] {
  const found: Template[] = [];
  walk(file.program, node => {
    if (
      node.type === 'TaggedTemplateExpression' &&
      node.tag.type === 'Identifier' &&
      node.tag.name === 'sql'
    ) {
      found.push({
        place: placeOf(file, node),
        node,
        text: file.text.slice(node.start, node.end),
        whole: beginning.test(node.quasi.quasis[0]?.value.raw ?? ''),
      });
    }
    return undefined;
  });
  return found;
}

const placed = (file: SourceFile, node: Node) => `${file.name}:${file.lineAt(node.start)}`;

/** Lists the statements that a file runs. */
export function statementsOf(reader: SourceReader, file: SourceFile): Statement[] {
  const statements: Statement[] = [];
  walk(file.program, node => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    if (property.type !== 'Identifier' || property.name !== 'execute') return undefined;
    const texts = textsOf(reader, object, file);
    if (texts.length > 0) statements.push({ place: placed(file, node), texts });
    return undefined;
  });
  return statements;
}

/** Reads a template by itself: a statement that others run, or a part of one. */
export function statementOf(reader: SourceReader, file: SourceFile, { node }: Template): Statement {
  return { place: placed(file, node), texts: textsOf(reader, node, file) };
}
