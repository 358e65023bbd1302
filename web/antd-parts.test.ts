import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unusedParts } from './antd-parts.ts';

const library = join(dirname(fileURLToPath(import.meta.resolve('antd'))), '../es');

/** Names under which a module can be taken from. */
const exportsOf = (code: string) =>
  [...code.matchAll(/export (?:default|(?:const|function) (\w+))/g)]
    .map(([, name = 'default']) => name)
    .sort();

it('leaves parts of Ant Design out that are there, and gives what else is taken from them', async () => {
  const files: string[] = [];
  for await (const file of glob('**/*.js', { cwd: library })) files.push(join(library, file));
  for (const { file, code } of unusedParts) {
    const [path = '', ...others] = files.filter(one => file.test(one));
    expect(others, String(file)).toEqual([]);
    expect(exportsOf(code)).toEqual(exportsOf(await readFile(path, 'utf8')));
  }
});
