import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inSources } from './source-lines.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-source-lines-'));
  await mkdir(join(folder, 'server'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sources = {
  'main.ts': `import { first, refuse } from './secrets.ts';

interface Asked {
  readonly name: string;
}

function ask(asked: Asked): void {
  const { name } = asked;
  refuse(name + first.length);
}
try {
  ask({ name: '甲' });
} catch (error) {
  console.log((error as Error).stack);
}
`,
  'secrets.ts': `type Text = string;

/** 拒绝 */
export function refuse(name: Text): never {
  throw new Error(\`\${name}不行\`);
}

export const first = ['一', '二'];
`,
};

/** A server of two files, bundled as the product's is. */
async function bundled(): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, 'server', name), text);
  const bundle = await rolldown({ cwd: join(folder, 'server'), input: { main: 'main.ts' } });
  await bundle.write({ dir: join(folder, 'server', 'dist'), sourcemap: true });
  await bundle.close();
  return join(folder, 'server', 'dist', 'main.js');
}

test('an error of the bundled server names the files and lines of its sources', async () => {
  const { stdout: stack } = await run(process.execPath, [await bundled()]);
  expect(stack).toContain('/server/dist/main.js:');
  const source = (name: string) => pathToFileURL(join(folder, 'server', name)).href;
  const places = inSources(stack).split('\n');
  expect(places[0]).toBe('Error: 甲2不行');
  expect(places[1]).toContain(`${source('secrets.ts')}:5`);
  expect(places[2]).toContain(`${source('main.ts')}:9`);
});

test('a stack without bundled files, and a bundled file without a map, stay as they are', () => {
  const plain = `Error: no\n    at save (${pathToFileURL('/x/server/engine/save.ts').href}:1:2)`;
  expect(inSources(plain)).toBe(plain);
  const unmapped = `Error: no\n    at save (${pathToFileURL(join(folder, 'server/dist/gone.js')).href}:1:2)`;
  expect(inSources(unmapped)).toBe(unmapped);
});
