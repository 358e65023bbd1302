import { expect, test } from 'vitest';
import { shapeOfWorksheet } from './sheet-shape.ts';

const sheets = {
  plain: (rows: string) =>
    `<?xml version="1.0"?><worksheet xmlns="a"><sheetData>${rows}</sheetData><rowBreaks count="1"><brk id="1"/></rowBreaks><mergeCells count="2"><mergeCell ref="A1:A2"/><mergeCell ref="B2:C3"/></mergeCells></worksheet>`,
  prefixed: (rows: string) =>
    `<a_long_prefix_of_a_program:worksheet xmlns:a_long_prefix_of_a_program="a"><a_long_prefix_of_a_program:sheetData>${rows.replaceAll(/<(\/?)(row|c)\b/g, '<$1a_long_prefix_of_a_program:$2')}</a_long_prefix_of_a_program:sheetData><a_long_prefix_of_a_program:mergeCells><a_long_prefix_of_a_program:mergeCell ref="A1:A2"/><a_long_prefix_of_a_program:mergeCell ref="B2:C3"/></a_long_prefix_of_a_program:mergeCells></a_long_prefix_of_a_program:worksheet>`,
};
const ordered = '<row r="1"><c r="A1"/></row><row spans="1:2"><c r="A2"/></row><row r="5"/>';
const unordered = '<row r="3"><c r="A3"/></row><row r="1"><c r="A1"/></row>';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test.each([
  ['ordered rows', sheets.plain(ordered), true],
  ['unordered rows', sheets.plain(unordered), false],
  ['ordered rows under a prefix', sheets.prefixed(ordered), true],
  ['no row', sheets.plain(''), true],
])('the merged cells and the order of %s are found wherever the text is cut', async (_, sheet, inOrder) => {
  const found = async (...texts: readonly string[]) => {
    const shape = await shapeOfWorksheet(pieces(...texts));
    return [shape.inOrder, shape.merged.sorted.length];
  };
  for (let at = 0; at <= sheet.length; at++) {
    expect(await found(sheet.slice(0, at), sheet.slice(at)), `cut at ${at}`).toEqual([inOrder, 2]);
  }
  expect(await found(...sheet)).toEqual([inOrder, 2]);
});
