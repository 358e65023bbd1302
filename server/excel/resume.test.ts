import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvWriter, createXlsxWriter, type RowWriter, type WriterCheckpoint } from './index.ts';
import { cellsOf, temporaryPath } from './testing/files.ts';

const columns = [
  { header: '编号', format: 'text' as const },
  { header: '名称', format: 'general' as const },
];
const makers = {
  xlsx: (path: string, resume?: WriterCheckpoint) =>
    createXlsxWriter(path, { sheets: [{ name: '表', columns }], ...(resume && { resume }) }),
  csv: (path: string, resume?: WriterCheckpoint) =>
    createCsvWriter(path, { columns, ...(resume && { resume }) }),
};

const rowOf = (n: number) => [String(n).padStart(6, '0'), `第 ${n} 行，艺术类，${'字'.repeat(n % 50)}`];

async function write(writer: RowWriter, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await writer.row(rowOf(n));
}

describe.each(['xlsx', 'csv'] as const)('a %s file whose writer died', kind => {
  it('is gone on with from any checkpoint, whatever was written behind it, and reads as if nothing had been', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 900 }),
        fc.nat({ max: 2_000 }),
        async (steps, lost, rubbish) => {
          const path = temporaryPath(`resumed.${kind}`);
          let resume: WriterCheckpoint | undefined;
          let rows = 0;
          for (const step of steps) {
            const writer = await makers[kind](path, resume);
            await write(writer, rows, rows + step);
            rows += step;
            // In the form stored in the database between two attempts.
            resume = JSON.parse(JSON.stringify(await writer.checkpoint()));
            await write(writer, rows, rows + lost);
            await writer.abort(true);
            appendFileSync(path, Buffer.alloc(rubbish, 'x'));
          }
          const last = await makers[kind](path, resume);
          await write(last, rows, rows + 10);
          expect((await last.close()).rows).toBe(rows + 10);
          const cells = await cellsOf(path);
          expect(cells.slice(1)).toEqual(Array.from({ length: rows + 10 }, (_, n) => rowOf(n)));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is refused when it is shorter than its checkpoint, or gone', async () => {
    const path = temporaryPath(`short.${kind}`);
    const writer = await makers[kind](path);
    await write(writer, 0, 5_000);
    const resume = await writer.checkpoint();
    await writer.abort(true);
    truncateSync(path, readFileSync(path).length - 1_000);
    await expect(makers[kind](path, resume)).rejects.toThrow(RangeError);
    await expect(makers[kind](temporaryPath(`gone.${kind}`), resume)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
