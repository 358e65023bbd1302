import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Clock } from '../../../platform/clock.ts';
import type { Source, SourceVersions } from './source-versions.ts';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Bytes below which compressing saves nothing. */
const worthPacking = 1_024;

/** Milliseconds after which a page is made again, though nothing is known to have changed. */
const longestMs = 60_000;

/** A page as it was made. */
export interface Made {
  readonly status: number;
  /** The content type. */
  readonly type: string;
  readonly body: string | Buffer;
  /** The instant at which it changes by itself: a row begins or ends to be shown. */
  readonly until?: Date | undefined;
}

/** A page that is ready to be sent. */
export interface Kept {
  readonly status: number;
  readonly type: string;
  readonly plain: Buffer;
  /** Compressed forms; undefined where they save nothing. */
  readonly packed: { readonly br: Buffer; readonly gzip: Buffer } | undefined;
  readonly etag: string;
}

interface Entry {
  readonly kept: Kept;
  readonly bytes: number;
  readonly versions: string;
  readonly until: number;
}

/** Keeps pages of one node until a row that they were made of changes. */
export interface PageCache {
  /** The page with that key, made by `make` from these sources if it is not there or not of now. */
  get(key: string, sources: readonly Source[], make: () => Promise<Made>): Promise<Kept>;
}

async function keep({ status, type, body }: Made): Promise<Kept> {
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  if (plain.length < worthPacking || type.startsWith('image/'))
    return { status, type, plain, packed: undefined, etag };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [br, gz] = await Promise.all([packBrotli(plain, quality), packGzip(plain)]);
  return { status, type, plain, packed: { br, gzip: gz }, etag };
}

/**
 * Creates a {@link PageCache}. A page is given as long as the versions of its sources are the same, at most until its own end.
 * The versions are read before the rows, so that a page is never older than they say. Several requests for a page that
 * is not there wait for one making of it; a page that was not found is not kept. Past `keptBytes`, with the compressed
 * forms, the page asked for longest ago goes first.
 */
export function createPageCache(clock: Clock, versions: SourceVersions, keptBytes: number): PageCache {
  const entries = new Map<string, Entry>();
  const making = new Map<string, Promise<Kept>>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  async function make(key: string, standing: string, work: () => Promise<Made>): Promise<Kept> {
    const made = await work();
    const kept = await keep(made);
    drop(key);
    if (made.status !== 200) return kept;
    const size = kept.plain.length + (kept.packed ? kept.packed.br.length + kept.packed.gzip.length : 0);
    const until = Math.min(clock.now().getTime() + longestMs, made.until?.getTime() ?? Infinity);
    entries.set(key, { kept, bytes: size, versions: standing, until });
    bytes += size;
    for (const [oldest] of entries) {
      if (bytes <= keptBytes) break;
      drop(oldest);
    }
    return kept;
  }

  return {
    async get(key, sources, work) {
      const standing = await versions.of(sources);
      const entry = entries.get(key);
      if (entry && entry.versions === standing && clock.now().getTime() < entry.until) {
        // Asked for now, so dropped last.
        entries.delete(key);
        entries.set(key, entry);
        return entry.kept;
      }
      const about = `${key} ${standing}`;
      const under = making.get(about);
      if (under) return under;
      const made = make(key, standing, work).finally(() => making.delete(about));
      making.set(about, made);
      return made;
    },
  };
}
