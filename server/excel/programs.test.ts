import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAll, temporaryPath } from './testing/files.ts';
import { type Meant, readAs } from './testing/programs/expected.ts';
import { ZipReader } from './zip/zip-reader.ts';

const path = fileURLToPath(new URL('samples/programs.zip', import.meta.url));
let handle: Awaited<ReturnType<typeof open>>;
let zip: ZipReader;
let meant: Readonly<Record<string, readonly (readonly Meant[])[]>>;

async function content(name: string): Promise<Buffer> {
  const entry = zip.find(name);
  const chunks: Buffer[] = [];
  if (entry) for await (const chunk of zip.stream(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

beforeAll(async () => {
  handle = await open(path);
  zip = await ZipReader.open(handle, (await handle.stat()).size);
  meant = JSON.parse((await content('meant.json')).toString());
});
afterAll(() => handle.close());

/** The cells of a workbook that differ from the plan. */
async function wrongCells(name: string): Promise<string[]> {
  const file = temporaryPath(name);
  writeFileSync(file, await content(name));
  const { rows } = await readAll(file, 0, { name, fillBelow: 1 });
  const read = new Map(rows.map(({ number, cells }) => [number, cells]));
  const wrong: string[] = [];
  for (const [index, row] of (meant[name] ?? []).entries()) {
    const cells = read.get(index + 1) ?? [];
    for (let column = 0; column < Math.max(row.length, cells.length); column++) {
      const [found, wanted] = [readAs(cells[column]), row[column] ?? null];
      if (JSON.stringify(found) !== JSON.stringify(wanted)) {
        wrong.push(
          `${name} ${index + 1}/${column + 1}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`,
        );
      }
    }
  }
  if (rows.length > (meant[name]?.length ?? 0)) wrong.push(`${name}: ${rows.length} rows`);
  return wrong;
}

test('every cell of workbooks by other programs is what was meant', async () => {
  const names = Object.keys(meant);
  expect(names.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  for (const name of names) wrong.push(...(await wrongCells(name)));
  expect(wrong.slice(0, 50)).toEqual([]);
});
