/** Writes rows to the given path until it fails, and prints the error; run under a file size limit. */
import { existsSync } from 'node:fs';
import { createXlsxWriter } from '../index.ts';

const path = process.argv[2]!;
const writer = await createXlsxWriter(path, { sheets: [{ name: 'a', columns: [] }] });
try {
  for (let row = 0; row < 1_000_000; row++) {
    // Hardly compressible, so that the file grows quickly.
    await writer.row([Math.sin(row), Math.cos(row), String(Math.tan(row))]);
  }
  await writer.close();
  console.log('written');
} catch (error) {
  await writer.abort();
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  console.log(`${code}, file ${existsSync(path) ? 'left' : 'removed'}`);
}
