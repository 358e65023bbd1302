import { readFileSync } from 'node:fs';

/**
 * Reads a tab-separated file: a header line with exactly `columns`, then one line per row. Cells are literal text
 * without quoting, so they contain neither tabs nor line breaks.
 *
 * @throws Error naming the file and the line if the header or the number of cells is wrong.
 */
export function readTable<C extends string>(file: URL, columns: readonly C[]): Record<C, string>[] {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  if (header !== columns.join('\t')) {
    throw new Error(`${file.pathname}: the header is not ${columns.join(', ')}`);
  }
  return lines.map((line, index) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length) {
      throw new Error(`${file.pathname}:${index + 2}: ${cells.length} cells instead of ${columns.length}`);
    }
    // `columns` has as many names as the line has cells, so every name gets its text.
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Record<C, string>;
  });
}
