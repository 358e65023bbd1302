import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Statements that write into the table of whichever dataset they are given. */
const writes = /(?:insert into|update|delete from) \$\{(?:sql\.table\(tableName\(|table\})/;

/** They change columns that are no part of a row's history: a check's findings, search columns, the key of a seal. */
const besideRows = ['jobs/check/check.ts', 'search/fill.ts', 'write/sealing.ts'];

test('no other part of the engine adds, changes, deletes or restores rows of datasets', async () => {
  const engine = fileURLToPath(new URL('..', import.meta.url));
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: engine })) {
    if (file.endsWith('.test.ts') || file.includes('testing/')) continue;
    if (writes.test(readFileSync(`${engine}/${file}`, 'utf8'))) found.push(file);
  }
  expect(found.toSorted()).toEqual(
    [
      ...besideRows,
      ...['added', 'changed', 'compared', 'removed', 'restored'].map(name => `store/${name}.ts`),
    ].toSorted(),
  );
});
