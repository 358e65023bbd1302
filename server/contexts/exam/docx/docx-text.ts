import { paperMarks } from '@yikao/model/contexts/exam/rules/paper/marks.ts';
import { Parser } from 'htmlparser2';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import { DocxError } from './docx-errors.ts';
import { docxLimits } from './docx-limits.ts';
import { readDocxParts } from './docx-parts.ts';
import { prepareParts } from './prepare.ts';

/** A picture of a document; its number is that of its mark in the text. */
export interface DocxPicture {
  readonly no: number;
  readonly bytes: Uint8Array;
}

/** The text of a document, a paragraph or a row of a table a line, and its pictures. */
export interface DocxText {
  readonly text: string;
  readonly pictures: readonly DocxPicture[];
}

const raised: Readonly<Record<string, string>> = {
  ...{ '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷', '8': '⁸', '9': '⁹' },
  ...{ '+': '⁺', '-': '⁻', n: 'ⁿ' },
};
const lowered: Readonly<Record<string, string>> = {
  ...{ '0': '₀', '1': '₁', '2': '₂', '3': '₃', '4': '₄', '5': '₅', '6': '₆', '7': '₇', '8': '₈', '9': '₉' },
};

function moved(text: string, signs: Readonly<Record<string, string>>, sign: string): string {
  const all = [...text];
  return all.every(one => signs[one] !== undefined)
    ? all.map(one => signs[one]).join('')
    : text.trim() === ''
      ? text
      : `$${sign}{\\text{${text}}}$`;
}

/** An underlined text: of blanks alone it is a place to fill, within blanks it is one that was filled. */
function underlined(text: string): string {
  if (/^[\s\u00a0\u3000]*$/.test(text)) return text.length === 0 ? '' : '____';
  return /^[\s\u00a0\u3000_]{1,}\S[\s\S]*[\s\u00a0\u3000_]{1,}$/.test(text)
    ? `__${text.trim().replaceAll('_', '')}__`
    : text;
}

const blocks = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The lines of the page that the library makes of a document. */
function linesOf(html: string): string[] {
  const lines: string[] = [];
  const cells: string[][] = [];
  const marks: { name: string; text: string }[] = [];
  let line = '';
  const inCell = () => cells.length > 0;
  const put = (text: string) => {
    const open = marks.at(-1);
    if (open) open.text += text;
    else line += text;
  };
  const end = () => {
    if (inCell()) {
      const row = cells.at(-1);
      if (row && line.trim() !== '') row.splice(-1, 1, `${row.at(-1) ?? ''} ${line.trim()}`.trim());
    } else lines.push(line);
    line = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'tr') cells.push([]);
      else if (name === 'td' || name === 'th') cells.at(-1)?.push('');
      else if (name === 'br') {
        if (inCell()) put(' ');
        else end();
      } else if (name === 'img') put(attributes.alt ?? '');
      else if (name === 'u' || name === 'sup' || name === 'sub') marks.push({ name, text: '' });
    },
    ontext: put,
    onclosetag(name) {
      if (blocks.has(name)) end();
      else if (name === 'tr') {
        const row = cells.pop();
        if (!row) return;
        if (inCell()) put(row.join(' '));
        else lines.push(row.join('\t'));
      } else if (name === 'u' || name === 'sup' || name === 'sub') {
        const { text = '' } = marks.pop() ?? {};
        if (name === 'u') put(underlined(text));
        else put(name === 'sup' ? moved(text, raised, '^') : moved(text, lowered, '_'));
      }
    },
  });
  parser.write(html);
  parser.end();
  if (line.trim() !== '') lines.push(line);
  return lines;
}

/**
 * Reads the text of a Word document as a person sees it: with the numbers of its lists, formulas in TeX between dollar
 * signs, blanks as underscores, and a mark for each picture. Files outside the document are never read. Throws
 * {@link DocxError}.
 */
export async function readDocxText(path: string): Promise<DocxText> {
  const parts = prepareParts(await readDocxParts(path));
  const zip = new JSZip();
  for (const [name, bytes] of parts) zip.file(name, bytes);
  const buffer = await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' });
  const pictures: DocxPicture[] = [];
  const convertImage = mammoth.images.imgElement(async image => {
    try {
      const bytes = await image.readAsBuffer();
      if (pictures.length >= docxLimits.pictures) throw new DocxError('tooLarge', 'too many pictures');
      const no = pictures.length + 1;
      pictures.push({ no, bytes });
      return { src: '', alt: paperMarks.picture(no) };
    } catch (error) {
      if (error instanceof DocxError) throw error;
      // A picture that is not in the file, or is linked: the place is marked.
      return { src: '', alt: paperMarks.unreadPicture };
    }
  });
  const { value } = await mammoth
    .convertToHtml(
      { buffer },
      { convertImage, styleMap: ['u => u'], externalFileAccess: false, ignoreEmptyParagraphs: false },
    )
    .catch((error: unknown) => {
      throw error instanceof DocxError ? error : new DocxError('damaged', String(error), error);
    });
  const text = linesOf(value).join('\n').trimEnd();
  if (text.trim() === '' || text.replaceAll(/〖图\d+〗|\s/g, '') === '')
    throw new DocxError('empty', 'no text');
  return { text, pictures };
}
