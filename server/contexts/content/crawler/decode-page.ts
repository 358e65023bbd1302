/** Names of encodings that read any bytes, so that nothing shows that they are the wrong ones. */
const readsAnything = /^(iso-8859-\d+|windows-125\d|latin1|ascii|us-ascii)$/;

/** Bytes at the beginning of a page in which its own encoding is named. */
const headBytes = 4_096;

/** The encoding that a page names itself: of HTML, or of XML. */
function namedWithin(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  return (/<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head))?.[1]?.toLowerCase();
}

function decoded(bytes: Uint8Array, encoding: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of a page. Headers are often wrong where a server adds one encoding to all its pages, so that the bytes
 * decide: what is valid UTF-8 is UTF-8; otherwise the encoding that the page names, that of the header, and GB18030, of
 * which GBK and GB2312 are parts, are tried in turn. Signs that none of them reads are replaced.
 */
export function decodePage(bytes: Uint8Array, header: string | undefined): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const named = [namedWithin(bytes), header].filter(
    name => name !== undefined && !readsAnything.test(name),
  ) as string[];
  for (const encoding of ['utf-8', ...named, 'gb18030']) {
    const text = decoded(bytes, encoding, true);
    if (text !== undefined) return text;
  }
  for (const encoding of named) {
    const text = decoded(bytes, encoding, false);
    if (text !== undefined) return text;
  }
  return new TextDecoder('gb18030').decode(bytes);
}
