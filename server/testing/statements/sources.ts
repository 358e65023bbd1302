import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

/** The root of the project, where file names begin. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Sources without statements of the product: tests, what serves them, and the samples of the demonstration. */
const foreign = /\.test\.ts$|\.types\.ts$|(?:^|\/)(?:testing|seeds|samples|node_modules)\//;

/** A source file of the product, parsed; every node knows its parent. */
export interface SourceFile {
  /** The path from the root of the project, such as `server/engine/table/sql.ts`. */
  readonly name: string;
  readonly text: string;
  readonly program: Program;
  /** The line of an offset in the text, from 1. */
  lineAt(offset: number): number;
}

/** Reports whether a value of a node's property is a node. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Lists the nodes directly below a node, in the order of the text. */
function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? []).flatMap(key => {
    const value: unknown = Reflect.get(node, key);
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

/** Visits a node and all below it; `enter` returns false to leave out what is below. */
export function walk(node: Node, enter: (node: Node) => boolean | undefined): void {
  if (enter(node) === false) return;
  for (const child of childrenOf(node)) walk(child, enter);
}

function parse(name: string, text: string): SourceFile {
  const { program, errors } = parseSync(name, text);
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`);
  const link = (node: Node) => {
    for (const child of childrenOf(node)) {
      child.parent = node;
      link(child);
    }
  };
  link(program);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const lineAt = (offset: number) => {
    const later = ends.findIndex(end => end >= offset);
    return (later < 0 ? ends.length : later) + 1;
  };
  return { name, text, program, lineAt };
}

/** The sources of the product's server, or a few texts in their place; each file is parsed when it is first needed. */
export class Sources {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly parsed = new Map<string, SourceFile>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.texts = texts;
  }

  /** The names of all files. */
  get names(): string[] {
    return [...this.texts.keys()];
  }

  /** The names of the files whose text contains a word. */
  naming(word: string): string[] {
    return this.names.filter(name => this.texts.get(name)?.includes(word));
  }

  /** Returns a file, or undefined for one that is not among the sources. */
  file(name: string): SourceFile | undefined {
    const text = this.texts.get(name);
    if (text === undefined) return undefined;
    let file = this.parsed.get(name);
    if (!file) {
      file = parse(name, text);
      this.parsed.set(name, file);
    }
    return file;
  }
}

/** Reads one of the project's files by its name from the root. */
export const sourceText = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Reads the sources of the server. */
export function productSources(): Sources {
  const folder = join(root, 'server');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.ts') && !foreign.test(name))
    .sort();
  return new Sources(new Map(names.map(name => [`server/${name}`, sourceText(`server/${name}`)])));
}

/** The name of the file that an import reads: `server/…` or `model/…`; undefined for a package. */
export function importedName(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@yikao/model/')) return specifier.replace('@yikao/', '');
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/');
}
