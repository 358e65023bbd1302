import { expect, test } from 'vitest';
import { openWorkbook } from '../index.ts';
import { join, type TestRecord, u2, u4 } from '../testing/biff.ts';
import { xlsFile } from '../testing/files.ts';

/** An entry of a drawing: its version and instance, its type, its content. `length` is that of a container. */
const entry = (versionAndInstance: number, type: number, content: Buffer, length = content.length): Buffer =>
  join(u2(versionAndInstance, type), u4(length), content);

const shape = (shapeType: number, column: number, row: number): Buffer =>
  entry(
    0x000f,
    0xf004,
    join(
      entry((shapeType << 4) | 2, 0xf00a, join(u4(1025), u4(0x0a00))),
      entry(0, 0xf010, u2(2, column, 0, row, 0, column + 1, 0, row + 1, 0)),
    ),
  );

test('the pictures over the cells of an xls are found by their first cell, other shapes are left out', async () => {
  const picture = 75;
  const rectangle = 1;
  const first = join(
    entry(0x000f, 0xf002, Buffer.alloc(0), 900),
    entry(0x0010, 0xf008, join(u4(3), u4(1027))),
    entry(0x000f, 0xf003, Buffer.alloc(0), 800),
    entry(0x000f, 0xf004, entry(2, 0xf00a, join(u4(1024), u4(5)))),
    shape(picture, 3, 6),
  );
  const records: TestRecord[] = [
    [0x00ec, first],
    [0x00ec, shape(rectangle, 1, 1)],
    [0x00ec, shape(picture, 0, 300)],
  ];
  const workbook = await openWorkbook(xlsFile({ sheets: [{ records }] }));
  try {
    expect(await workbook.pictures(0)).toEqual([
      { column: 3, row: 7 },
      { column: 0, row: 301 },
    ]);
  } finally {
    await workbook.close();
  }
});
