/** Reads a Word document in a separate process, so that a hostile file harms only this process; its parent ends it. */
import { DocxError } from './docx-errors.ts';
import { readDocxText } from './docx-text.ts';
import type { DocxAnswer } from './read-docx.ts';

process.once('disconnect', () => process.exit(1));
process.once('message', async (path: string) => {
  try {
    process.send?.((await readDocxText(path)) satisfies DocxAnswer);
  } catch (error) {
    if (!(error instanceof DocxError)) throw error;
    process.send?.({ error: error.code } satisfies DocxAnswer);
  }
});
