import { readFile } from 'node:fs/promises';
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** An export that some modules of Ant Design need alone, of a module with much else. */
interface Part {
  /** Ends of the paths of the module and of those that import it. */
  readonly of: string;
  readonly in: RegExp;
  readonly name: string;
  /** The module's default export if the product does without it. */
  readonly instead?: string;
}

const parts: readonly Part[] = [
  // The colour picker's presets, with Collapse.
  {
    of: '/antd/es/color-picker/components/ColorPresets.js',
    in: /\/antd\/es\/(button\/style\/token|tag\/style\/index)\.js$/,
    name: 'isBright',
  },
  // The forms' store.
  {
    of: '/antd/es/form/hooks/useForm.js',
    in: /\/antd\/es\/radio\/group\.js$/,
    name: 'toNamePathStr',
  },
  // Filters in a table's head, with Tree: ours are above the table.
  {
    of: '/antd/es/table/hooks/useFilter/FilterDropdown.js',
    in: /\/antd\/es\/table\/hooks\/useFilter\/index\.js$/,
    name: 'flattenKeys',
    instead: `() => { throw new Error('Tables have no filters in their heads, see web/antd-parts.ts'); }`,
  },
];

/** In place of the writer of style texts, of which none are left to write, see `antd-styles.ts`. */
const stylis = [
  ...['compile = () => []', "serialize = () => ''", 'middleware = () => undefined'],
  ...['prefixer = undefined', 'stringify = undefined'],
]
  .map(constant => `export const ${constant};`)
  .join('\n');

/** The mark of such a module's address. */
const mark = '?part=';

/** The names that a statement declares. */
function namesOf(statement: ESTree.Statement | null): string[] {
  if (statement?.type === 'FunctionDeclaration') return statement.id ? [statement.id.name] : [];
  if (statement?.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

/**
 * A module with one export, and the imports that this one needs.
 *
 * @throws Error if the export is not there, or needs something else of the module.
 */
export function partOf(code: string, name: string): string {
  const { body } = parseSync('module.js', code).program;
  const statement = body.find(
    found => found.type === 'ExportNamedDeclaration' && namesOf(found.declaration).includes(name),
  );
  if (statement === undefined) throw new Error(`${name} is not exported as a function or a constant`);
  const text = code.slice(statement.start, statement.end);
  const used = new Set<string>();
  new Visitor({
    Identifier(identifier) {
      used.add(identifier.name);
    },
  }).visit(parseSync('part.js', text).program);
  const kept: string[] = [];
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      const specifiers = statement.specifiers.filter(({ local }) => used.has(local.name));
      const names = specifiers.flatMap(specifier => {
        if (specifier.type === 'ImportSpecifier') return code.slice(specifier.start, specifier.end);
        return specifier.type === 'ImportDefaultSpecifier' ? `default as ${specifier.local.name}` : [];
      });
      if (names.length < specifiers.length) throw new Error(`${name} needs all of ${statement.source.value}`);
      if (names.length > 0) kept.push(`import { ${names.join(', ')} } from '${statement.source.value}';`);
    } else {
      for (const own of namesOf(statement))
        if (used.has(own)) throw new Error(`${name} needs ${own} of its module`);
    }
  }
  return [...kept, text].join('\n');
}

/**
 * Gives modules of Ant Design that need one export of a large module this one alone: the rest comes with the components
 * that it belongs to, or not at all.
 *
 * The build fails if a part is not asked for: a new version has it elsewhere.
 */
export function antdParts(): Plugin {
  const asked = new Set<Part>();
  return {
    name: 'antd-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^stylis$|\/(ColorPresets|useForm|FilterDropdown)$/ },
      async handler(source, importer, options) {
        if (source === 'stylis') return '\0stylis';
        const possible = parts.filter(part => importer !== undefined && part.in.test(importer));
        if (possible.length === 0) return null;
        const id = (await this.resolve(source, importer, { ...options, skipSelf: true }))?.id;
        const part = possible.find(({ of }) => id?.endsWith(of));
        if (!part) return null;
        asked.add(part);
        return `${id}${mark}${part.name}`;
      },
    },
    load: {
      filter: { id: /^\0stylis$|\?part=/ },
      async handler(id) {
        if (id === '\0stylis') return stylis;
        const [file = '', name = ''] = id.split(mark);
        const part = partOf(await readFile(file, 'utf8'), name);
        const instead = parts.find(({ of }) => file.endsWith(of))?.instead;
        return instead === undefined ? part : `${part}\nexport default ${instead};`;
      },
    },
    buildEnd(error) {
      if (error) return;
      for (const part of parts)
        if (!asked.has(part)) this.error(`Nothing asks for ${part.name} of ${part.of}`);
    },
  };
}
