import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { failure } from '@yikao/model/errors.ts';

/** Lets bytes through, counts and hashes them. */
export interface Meter {
  readonly stream: Transform;
  /** The sum over the content that went through; meaningful once the stream has ended. */
  result(): { readonly size: number; readonly sha256: string };
}

/**
 * Creates a {@link Meter}.
 * @throws AppError `tooLarge`, from the stream, at the first byte past `maxBytes`.
 */
export function createMeter(maxBytes: number): Meter {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) {
        done(failure('tooLarge', { params: { max: Math.floor(maxBytes / 1024 / 1024) } }));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  let digest: string | undefined;
  return {
    stream,
    result: () => {
      digest ??= hash.digest('hex');
      return { size, sha256: digest };
    },
  };
}
