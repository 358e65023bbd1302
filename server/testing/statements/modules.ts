import { fileURLToPath, pathToFileURL } from 'node:url';
import { importedName, type Sources } from './sources.ts';

/** The files that give the names of tables and columns, and codes as literals: run, since declarations are given to them. */
const ofDeclarations = ['server/engine/table/naming.ts', 'server/engine/table/codes-of.ts'];

/** Imports the modules whose values the statements of the sources are built from: the declarations, and their names. */
export async function productModules(sources: Sources): Promise<ReadonlyMap<string, object>> {
  const names = new Set([...ofDeclarations, 'model/contexts/datasets.ts']);
  for (const file of sources.names) {
    for (const statement of sources.file(file)?.program.body ?? []) {
      if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
      const name = importedName(file, statement.source.value);
      if (name?.startsWith('model/')) names.add(name);
    }
  }
  const root = new URL('../../../', import.meta.url);
  const modules = new Map<string, object>();
  for (const name of names) {
    const module: object = await import(
      /* @vite-ignore */ pathToFileURL(fileURLToPath(new URL(name, root))).href
    );
    modules.set(name, module);
  }
  return modules;
}
