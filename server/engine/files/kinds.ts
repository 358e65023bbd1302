import { limits } from '@yikao/model/limits.ts';
import { isTextSample, textFormOf } from '../../excel/index.ts';

/** The kind of an uploaded file, detected from its bytes; its name is ignored. */
export interface FileKind {
  /** Ending of the stored file. */
  readonly extension: string;
  /** Media type it is sent out with. */
  readonly mime: string;
  /** Class of the file, see {@link FileUsage}. */
  readonly usage: FileUsage;
  readonly maxBytes: number;
}

/** Column `usage` of t_upload_file (domain A9): 1 import, 2 image, 3 video, 4 export, 5 restricted document. */
export type FileUsage = 1 | 2 | 3 | 5;

/** Bytes at the beginning of a file that {@link kindOf} needs. */
export const headBytes = 16 * 1024;

const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const workbook = (extension: string, mime: string): FileKind => ({
  extension,
  mime,
  usage: 1,
  maxBytes: limits.workbookBytes,
});
const image = (extension: string, mime: string): FileKind => ({
  extension,
  mime,
  usage: 2,
  maxBytes: limits.imageBytes,
});
const video = (extension: string, mime: string): FileKind => ({
  extension,
  mime,
  usage: 3,
  maxBytes: limits.editorVideoBytes,
});

const document = (extension: string, mime: string): FileKind => ({
  extension,
  mime,
  usage: 5,
  maxBytes: limits.documentBytes,
});

const sound = (extension: string, mime: string): FileKind => ({
  ...document(extension, mime),
  maxBytes: limits.recordingBytes,
});

/** Every supported kind of file; each upload call accepts some of them. */
export const kinds = {
  xlsx: workbook('xlsx', xlsxMime),
  zip: workbook('zip', 'application/zip'),
  xls: workbook('xls', 'application/vnd.ms-excel'),
  csv: workbook('csv', 'text/csv'),
  /** A page, XML sheet or mail archive under the name of a workbook: kept under an ending that no browser opens. */
  page: workbook('xls', 'application/vnd.ms-excel'),
  jpeg: image('jpg', 'image/jpeg'),
  png: image('png', 'image/png'),
  gif: image('gif', 'image/gif'),
  webp: image('webp', 'image/webp'),
  pdf: document('pdf', 'application/pdf'),
  pem: document('pem', 'application/x-pem-file'),
  wav: sound('wav', 'audio/wav'),
  mp3: sound('mp3', 'audio/mpeg'),
  mp4: video('mp4', 'video/mp4'),
  rmvb: video('rmvb', 'application/vnd.rn-realmedia-vbr'),
} as const satisfies Record<string, FileKind>;

/** Name of a kind. */
export type KindName = keyof typeof kinds;

function startsWith(head: Buffer, bytes: readonly number[], at = 0): boolean {
  return head.length >= at + bytes.length && bytes.every((byte, index) => head[at + index] === byte);
}

function ascii(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to);
}

/** Name of the first entry of a zip archive, from its local file header. */
function firstEntry(head: Buffer): string {
  return head.length < 30 ? '' : head.toString('utf8', 30, 30 + head.readUInt16LE(26));
}

/** Brands of the `ftyp` box that are MPEG-4 films; stills (HEIC, AVIF) and QuickTime use the same box. */
const mp4Brand = /^(isom|iso\d|mp4\d|avc1|M4V |MSNV|dash|3gp\d)$/;

/** Reports whether a head is markup: a page or a sheet of XML that a workbook can be, `undefined` for any other. */
function textForm(head: Buffer): 'page' | 'plain' | undefined {
  const isWide = startsWith(head, [0xff, 0xfe]) || startsWith(head, [0x3c, 0x00]);
  const start = isWide ? head.toString('utf16le', 0, head.length & ~1) : ascii(head, 0, head.length);
  if (/^[\s\ufeff\u00ef\u00bb\u00bf]*<script/i.test(start)) return undefined;
  try {
    return textFormOf(start.replace(/^\u00ef\u00bb\u00bf/, '')) === undefined ? 'plain' : 'page';
  } catch {
    return undefined;
  }
}

/** The kind of a file from its first bytes; undefined for an unknown kind and for an empty file. */
export function kindOf(head: Buffer): KindName | undefined {
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) {
    // An office document begins with one of these parts; whether it is a workbook the reader finds out.
    return /^(\[Content_Types\]\.xml$|_rels\/|xl\/|docProps\/|customXml\/)/.test(firstEntry(head))
      ? 'xlsx'
      : 'zip';
  }
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'xls';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE') return 'wav';
  // A tag, or the first frame of MPEG sound without one.
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && [0xfb, 0xf3, 0xf2].includes(head[1] ?? 0))) {
    return 'mp3';
  }
  if (ascii(head, 0, 4) === '.RMF') return 'rmvb';
  if (ascii(head, 4, 8) === 'ftyp') return mp4Brand.test(ascii(head, 8, 12)) ? 'mp4' : undefined;
  if (ascii(head, 0, 5) === '%PDF-') return 'pdf';
  if (/^-----BEGIN [A-Z0-9 ]{1,64}-----\r?\n/.test(ascii(head, 0, 90))) {
    // A private key has no business in the file store.
    return ascii(head, 0, head.length).includes('PRIVATE KEY-----') ? undefined : 'pem';
  }
  const form = textForm(head);
  if (form !== 'plain') return form;
  return head.length > 0 && isTextSample(head) ? 'csv' : undefined;
}
