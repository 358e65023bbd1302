import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * The exercise of `docs/add-a-dataset.md`, done by the letter in a copy of the product: a newcomer's first hour must
 * not be spent on finding out what has changed since it was written.
 */

const root = join(import.meta.dirname, '..');
const copied = [
  'model',
  'server',
  'scripts',
  'docs',
  'package.json',
  'tsconfig.base.json',
  'biome.json',
  '.gitignore',
];
let copy = '';

/** The pieces of code of the exercise, in the order of its sections. */
function codeOf(page: string): string[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** Inserts a line behind the one that ends with `after`, and an import at the beginning. */
function register(file: string, imported: string, after: string, line: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(`${after}\n`);
  writeFileSync(path, `${imported}\n${text.replace(`${after}\n`, `${after}\n${line}\n`)}`);
}

/** Runs a script of the copy with this Node; throws with its output if it fails. */
function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Calls a function that a module of the copy exports; returns its result as lines of text. */
function call(module: string, name: string): string {
  const code = `const { ${name} } = await import('${module}'); console.log([${name}()].flat().join('\\n'));`;
  return run('--input-type=module', '--eval', code);
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'yikao-exercise-'));
  // The checks look into these folders, too.
  for (const name of ['web', 'e2e', 'bench']) mkdirSync(join(copy, name));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@yikao'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@yikao') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['model', 'server']) symlinkSync(join(copy, name), join(packages, '@yikao', name));
  const [states = '', rows = '', machine = '', steps = ''] = codeOf('add-a-dataset.md');
  appendFileSync(join(copy, 'model/contexts/crm/crm.codes.ts'), `\n${states}`);
  writeFileSync(join(copy, 'model/contexts/crm/visit.ts'), rows);
  writeFileSync(join(copy, 'model/contexts/crm/visit.machine.ts'), machine);
  writeFileSync(join(copy, 'server/contexts/crm/visit.steps.ts'), steps);
  register(
    'model/contexts/datasets.ts',
    "import { visit } from './crm/visit.ts';",
    'const worked = {',
    '  visit,',
  );
  register(
    'model/contexts/machines.ts',
    "import { visitSteps } from './crm/visit.machine.ts';",
    'export const machines = defineMachines({',
    '  visit: visitSteps,',
  );
  register(
    'server/step-servers.ts',
    "import { visitStepServer } from './contexts/crm/visit.steps.ts';",
    'export const stepServers: readonly StepServer[] = [',
    '  visitStepServer,',
  );
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('both languages of the exercise have the same code', () => {
  expect(codeOf('add-a-dataset.zh-CN.md')).toEqual(codeOf('add-a-dataset.md'));
});

test('the dataset of the exercise is accepted, and its table is printed', () => {
  call('./server/declarations.ts', 'assertDeclarations');
  const table = run('server/engine/table/print-table.ts', 'visit');
  expect(table).toContain('create table t_visit');
  expect(table).toContain('create unique index t_visit_nk on t_visit (mobile, visit_time)');
});

test('the code of the exercise compiles, and passes the checks of style and comments', () => {
  run(join(root, 'node_modules/typescript/bin/tsc'), '-b', 'server');
  run(
    join(root, 'node_modules/@biomejs/biome/bin/biome'),
    ...['format', 'model/contexts/crm/visit.ts', 'model/contexts/crm/visit.machine.ts'],
    'server/contexts/crm/visit.steps.ts',
  );
  const complaints = call('./scripts/lib/doc-comments.mjs', 'docCommentComplaints');
  expect(complaints.split('\n').filter(one => /crm|visit/.test(one))).toEqual([]);
});
