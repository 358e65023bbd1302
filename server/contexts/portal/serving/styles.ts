import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { Kept } from './page-cache.ts';

/** The styles without comments and the white space between rules. */
function squeezed(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}

/** Files of the styles, in their order. */
const files = ['base', 'frame', 'parts', 'lists', 'forms', 'reading'] as const;

const textOf = (file: string) => readFileSync(new URL(`../styles/${file}.css`, import.meta.url), 'utf8');

/** The styles of the public pages, ready to be sent; their name changes with them, so that they are kept for ever. */
function readStyles(): Kept & { readonly file: string } {
  const plain = Buffer.from(squeezed(files.map(textOf).join('\n')));
  const mark = createHash('sha256').update(plain).digest('base64url').slice(0, 12);
  return {
    file: `styles-${mark}.css`,
    status: 200,
    type: 'text/css; charset=utf-8',
    plain,
    packed: { br: brotliCompressSync(plain), gzip: gzipSync(plain) },
    etag: `"${mark}"`,
  };
}

let read: ReturnType<typeof readStyles> | undefined;

/** The styles; read from their file by the first page. */
export function styles(): ReturnType<typeof readStyles> {
  read ??= readStyles();
  return read;
}

/** The address of the styles. */
export function stylesPath(): string {
  return pathOf(portalCalls.styles, { file: styles().file });
}
