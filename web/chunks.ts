/** Facts that the bundler has of a module: its imports that are needed at once, and its text. */
interface ModuleFacts {
  readonly importedIds: readonly string[];
  readonly code: string | null;
}

/** How the bundler asks for the file that a module goes into; nothing leaves the module to the bundler. */
type ChunkName = (id: string, context: { getModuleInfo(id: string): ModuleFacts | null }) => string | null;

/** Where in Ant Design, from its index, the component called `name` is. */
export const antdFileOf = (name: string) => `${name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()}/index.js`;

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

/** Libraries whose index names everything they have, and where in them one of it is. */
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
  // Every input asks it for the form around it, of which there is none above a list.
  {
    from: '@rc-component/form',
    index: /\/@rc-component\/form\/es\/index\.js$/,
    fileOf: name => `${formFiles[name] ?? 'index'}.js`,
  },
];

/** The names that a module takes from a library; `default` for that of its own. */
export function namesFrom(code: string, library: string): string[] {
  const imports = code.matchAll(/import\s*(\w+)?\s*,?\s*(?:\{([^}]*)\})?\s*from\s*["']([^"']+)["']/g);
  return [...imports].flatMap(([, whole, names = '', from]) => {
    if (from !== library) return [];
    const parts = names.split(',').flatMap(name => name.trim().split(/\s+as\s+/)[0] || []);
    return whole === undefined ? parts : ['default', ...parts];
  });
}

/** The modules that a module really needs: not the index of a library, but what it takes from there. */
function neededBy({ importedIds, code }: ModuleFacts): string[] {
  return importedIds.flatMap(id => {
    const library = indexes.find(({ index }) => index.test(id));
    if (!library) return [id];
    return namesFrom(code ?? '', library.from).map(name => id.replace(/index\.js$/, library.fileOf(name)));
  });
}

/**
 * Puts what comes together into one file: all that the first of `stages` needs, then all that the next one needs
 * besides, and so on. Left to itself the bundler makes a file of each part that some pages share and others do not, and
 * whoever logs in waits for a hundred of them.
 */
export function chunksOf(stages: Readonly<Record<string, readonly string[]>>): ChunkName {
  let placed: Map<string, string> | undefined;
  return (id, context) => {
    if (!placed) {
      placed = new Map();
      for (const [stage, roots] of Object.entries(stages)) {
        const waiting = [...roots];
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const module = placed.has(next) ? null : context.getModuleInfo(next);
          if (!module) continue;
          placed.set(next, stage);
          waiting.push(...neededBy(module));
        }
      }
    }
    return placed.get(id) ?? null;
  };
}
