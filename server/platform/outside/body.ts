import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutsideFailure } from './types.ts';

/** Unpacks each encoding that we ask for. */
const unpackers = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

const isPacked = (name: string): name is keyof typeof unpackers => Object.hasOwn(unpackers, name);

/**
 * Reads an answer whole, and gives it up at the first byte beyond `maxBytes`, counted as received and again as unpacked, so
 * that a small file that unpacks to a huge one is never held. An encoding that we did not ask for is not read.
 */
export async function readBody(
  answer: IncomingMessage,
  host: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLarge = () =>
    new OutsideFailure('outsideTooLarge', {
      params: { host, max: Math.max(1, Math.round(maxBytes / 1_048_576)) },
    });
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooLarge();
  }
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== '' && !isPacked(encoding)) {
    answer.destroy();
    throw new OutsideFailure('outsideType', { params: { host, type: encoding.slice(0, 64) } });
  }
  const counted = () => {
    let bytes = 0;
    return new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) done(tooLarge());
        else done(null, chunk);
      },
    });
  };
  const chunks: Buffer[] = [];
  const gather = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const received: Readable = answer;
  await (isPacked(encoding)
    ? pipeline(received, counted(), unpackers[encoding](), counted(), gather, { signal })
    : pipeline(received, counted(), gather, { signal }));
  return Buffer.concat(chunks);
}
