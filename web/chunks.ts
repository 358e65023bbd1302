/** Facts that the bundler has of a module: its imports that are needed at once, and its text. */
interface ModuleFacts {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

/** The bundler's callback for the output file of a module; return nothing to leave it to the bundler. */
type ChunkName = (id: string, context: { getModuleInfo(id: string): ModuleFacts | null }) => string | null;

/** The module of the component `name`, relative to Ant Design's index. */
const antdFileOf = (name: string) => `${name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()}/index.js`;

/** Where in its library each part of a form is. */
const formFiles: Readonly<Record<string, string>> = {
  FormProvider: 'FormContext',
  FieldContext: 'FieldContext',
  ListContext: 'ListContext',
  Field: 'Field',
  List: 'List',
  useForm: 'hooks/useForm',
  useWatch: 'hooks/useWatch',
};

/** Where in their libraries the exports are that others need than those whose component they belong to. */
const pickerFiles: Readonly<Record<string, string>> = { default: 'ColorPicker', Color: 'color' };
const treeFiles: Readonly<Record<string, string>> = {
  default: 'Tree',
  arrAdd: 'util',
  arrDel: 'util',
  conductExpandParent: 'util',
  conductCheck: 'utils/conductUtil',
  convertDataToEntities: 'utils/treeUtil',
};

/** Libraries with an index of everything, and the modules of single exports. */
const indexes: readonly { from: string; index: RegExp; fileOf: (name: string) => string }[] = [
  {
    from: 'antd',
    index: /\/antd\/es\/index\.js$/,
    fileOf: antdFileOf,
  },
  {
    from: '@ant-design/icons',
    index: /\/@ant-design\/icons\/es\/index\.js$/,
    fileOf: name => `icons/${name}.js`,
  },
  // Every input imports it for its form context, which lists do not have.
  {
    from: '@rc-component/form',
    index: /\/@rc-component\/form\/es\/index\.js$/,
    fileOf: name => `${formFiles[name] ?? 'index'}.js`,
  },
  {
    from: '@rc-component/color-picker',
    index: /\/@rc-component\/color-picker\/es\/index\.js$/,
    fileOf: name => `${pickerFiles[name] ?? 'index'}.js`,
  },
  // A table's selection needs its calculations, not the tree.
  {
    from: '@rc-component/tree',
    index: /\/@rc-component\/tree\/es\/index\.js$/,
    fileOf: name => `${treeFiles[name] ?? 'index'}.js`,
  },
];

/** The names that a module imports from a library; `default` for the default export. */
function namesFrom(code: string, library: string): string[] {
  const imports = code.matchAll(
    /(?:import|export)\s*(\w+)?\s*,?\s*(?:\{([^}]*)\})?\s*from\s*["']([^"']+)["']/g,
  );
  return [...imports].flatMap(([, whole, names = '', from]) => {
    if (from !== library) return [];
    const parts = names.split(',').flatMap(name => name.trim().split(/\s+as\s+/)[0] || []);
    return whole === undefined ? parts : ['default', ...parts];
  });
}

/** The modules that a module really needs: in place of a library's index, the modules of its imports. */
function neededBy({ importedIds, code }: ModuleFacts): string[] {
  return importedIds.flatMap(id => {
    const library = indexes.find(({ index }) => index.test(id));
    if (!library) return [id];
    return namesFrom(code ?? '', library.from).map(name => id.replace(/index\.js$/, library.fileOf(name)));
  });
}

/**
 * Groups modules that are loaded together into one file: everything the first of `stages` needs, then everything else
 * the next one needs, and so on; a pattern takes every module that it matches and no earlier stage needs. By default
 * the bundler would create a file for each part shared by some pages, and a login would wait for a hundred of them.
 */
export function chunksOf(stages: Readonly<Record<string, readonly string[] | RegExp>>): ChunkName {
  const patterns: { stage: string; pattern: RegExp }[] = [];
  const matching = (id: string) => patterns.find(({ pattern }) => pattern.test(id))?.stage;
  let placed: Map<string, string> | undefined;
  return (id, context) => {
    if (!placed) {
      placed = new Map();
      for (const [stage, roots] of Object.entries(stages)) {
        if (roots instanceof RegExp) {
          patterns.push({ stage, pattern: roots });
          continue;
        }
        const waiting = [...roots];
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const module = placed.has(next) ? null : context.getModuleInfo(next);
          if (!module) continue;
          placed.set(next, matching(next) ?? stage);
          waiting.push(...neededBy(module));
        }
      }
    }
    return placed.get(id) ?? matching(id) ?? null;
  };
}
