import type { FileHandle } from 'node:fs/promises';
import { WorkbookError } from '../errors.ts';
import { decodedText } from '../format/text-forms.ts';
import { workbookLimits } from '../limits.ts';
import { readExactly } from '../zip/zip-directory.ts';

/** Parts of an archive that are looked at; one has a page for each sheet, and pictures. */
const mostParts = 2_000;

/**
 * The pages with tables in a page saved with its pictures (mht, RFC 2557), one after the other as text.
 *
 * @throws WorkbookError `rowTooLarge` beyond the limit of such files, `corrupt`
 */
export async function* readArchivedPages(
  handle: FileHandle,
  size: number,
  onRead: (position: number) => void,
): AsyncGenerator<string> {
  if (size > workbookLimits.smallPartBytes)
    throw new WorkbookError('rowTooLarge', `an archive of ${size} bytes`);
  const whole = (await readExactly(handle, 0, size)).toString('latin1');
  onRead(size);
  const boundary = /boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;]{1,200}))/i.exec(whole.slice(0, 16_384));
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) throw new WorkbookError('corrupt', 'an archive without a boundary');
  const parts = whole.split(`--${mark}`, mostParts).slice(1);
  for (const part of parts) {
    const end = /\r?\n\r?\n/.exec(part);
    if (end === null) continue;
    const head = part.slice(0, end.index);
    if (!/content-type\s*:\s*text\/html/i.test(head)) continue;
    const content = decodedContent(part.slice(end.index + end[0].length), head);
    if (!/<table\b/i.test(content.toString('latin1'))) continue;
    const charset = /charset\s*=\s*["']?([\w.:-]+)/i;
    const told = charset.exec(head) ?? charset.exec(content.toString('latin1', 0, 4096));
    yield* decodedText([content], told?.[1] ?? 'utf-8');
  }
}

function decodedContent(text: string, head: string): Buffer {
  if (/content-transfer-encoding\s*:\s*base64/i.test(head)) return Buffer.from(text, 'base64');
  if (!/content-transfer-encoding\s*:\s*quoted-printable/i.test(head)) return Buffer.from(text, 'latin1');
  const plain = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
