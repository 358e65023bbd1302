import { expect, test } from 'vitest';
import { kindOf } from './kinds.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const zipOf = (entry: string) =>
  Buffer.concat([
    bytes(
      [0x50, 0x4b, 3, 4],
      Array.from({ length: 22 }, () => 0),
      [entry.length, 0, 0, 0],
    ),
    Buffer.from(entry),
  ]);
const gb = Buffer.from([0xd1, 0xa7, 0xd0, 0xa3, 0x2c, 0x31]);

test.each<[string, Buffer, string | undefined]>([
  ['a workbook', zipOf('[Content_Types].xml'), 'xlsx'],
  ['a workbook of LibreOffice', zipOf('_rels/.rels'), 'xlsx'],
  ['an archive of photographs', zipOf('photos/1.jpg'), 'zip'],
  ['an archive cut short', bytes([0x50, 0x4b, 3, 4]), 'zip'],
  ['an old workbook', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'x'), 'xls'],
  ['text', bytes('学校,年份\n'), 'csv'],
  ['text that was cut within a character', Buffer.from('学校').subarray(0, 5), 'csv'],
  ['text in GB18030', gb, 'csv'],
  ['text in UTF-16', bytes([0xff, 0xfe, 0x66, 0x5b, 0x2c, 0x00]), 'csv'],
  ['text in UTF-16 without a mark', Buffer.from('学校,年份,代码\r\n甲,2026,1', 'utf16le'), 'csv'],
  ['text with a cut character', bytes('职业,代码\n切一,C1\n音乐', [0xe5, 0x89], '\n切二,C2\n'), 'csv'],
  ['text with a line break of a word processor', bytes('学校,说明\n甲,上\u000b下\n'), 'csv'],
  ['text with the mark of its end', bytes('学校,年份\n甲,2026\n\u001a'), 'csv'],
  ['a photograph', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF'), 'jpeg'],
  ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a]), 'png'],
  ['a GIF', bytes('GIF89a...'), 'gif'],
  ['a WebP', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'webp'],
  ['a film', bytes([0, 0, 0, 32], 'ftypisom'), 'mp4'],
  ['a film of RealMedia', bytes('.RMF', [0, 0]), 'rmvb'],
  ['a photograph of a telephone (HEIC)', bytes([0, 0, 0, 32], 'ftypheic'), undefined],
  ['a film of QuickTime', bytes([0, 0, 0, 32], 'ftypqt  '), undefined],
  ['a page', bytes('  <!DOCTYPE html><script>'), 'page'],
  ['a page with a mark before it', bytes('\ufeff<html><table>'), 'page'],
  [
    'an XML sheet',
    bytes('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
    'page',
  ],
  ['a script', bytes('<script>alert(1)</script>'), undefined],
  ['other XML', bytes('<?xml version="1.0"?><feed/>'), undefined],
  ['a drawing that could run scripts', bytes('<svg xmlns="…">'), undefined],
  ['a PDF', bytes('%PDF-1.7'), 'pdf'],
  ['a certificate', bytes('-----BEGIN CERTIFICATE-----\nMIIB'), 'pem'],
  [
    'a certificate with its private key',
    bytes('-----BEGIN CERTIFICATE-----\nMIIB\n-----BEGIN PRIVATE KEY-----\nMIIE'),
    undefined,
  ],
  ['a private key', bytes('-----BEGIN RSA PRIVATE KEY-----\nMIIE'), undefined],
  ['a text that only looks like one', bytes('-----BEGIN something'), 'csv'],
  ['a program', bytes([0x7f], 'ELF', [2, 1, 1, 0]), undefined],
  ['noise', bytes([0x00, 0x9c, 0xff, 0x01, 0x02]), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s', (_, head, expected) => {
  expect(kindOf(head)).toBe(expected);
});
