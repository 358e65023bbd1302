import { Readable } from 'node:stream';
import { pathOf } from '@yikao/model/calls/call.ts';
import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import type { pictureFault } from '@yikao/model/contexts/content/content.codes.ts';
import { AppError, type ErrorCode } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../../engine/engine.ts';
import { audience } from '../../../engine/files/readers.ts';
import { type Accepted, storeUpload } from '../../../engine/files/store.ts';
import type { Actor } from '../../../engine/scope/actor.ts';

/** Milliseconds for one picture, and pictures fetched at a time. */
const [pictureMs, atATime] = [10_000, 4];

/** Kinds of pictures that a text may show; a drawing of another site could hold scripts, so it is none. */
const accepted: Accepted = {
  kinds: ['jpeg', 'png', 'gif', 'webp'],
  maxBytes: () => limits.imageBytes,
  // It is shown within the text, in consumer apps too.
  audience: audience.everybody,
};

/** Code of a reason. */
type Fault = (typeof pictureFault)['items'][number]['code'];

/** Reasons by the failure of the fetch or of the store; any other is the site's. */
const faults: Partial<Record<ErrorCode, Fault>> = {
  outsideAddress: 1,
  outsideInner: 1,
  outsideHost: 1,
  outsideType: 3,
  wrongFileKind: 3,
  outsideTooLarge: 4,
  tooLarge: 4,
};
const [unreachable, tooMany] = [2, 5] as const;

/** The pictures that were brought in, by the address in the text, and those that were not. */
export interface TakenPictures {
  /** Path of the call that shows the picture, as texts hold it. */
  readonly shown: ReadonlyMap<string, string>;
  /** Path of the stored file, as image fields hold it. */
  readonly stored: ReadonlyMap<string, string>;
  readonly faults: readonly { readonly url: string; readonly fault: Fault }[];
}

/** The person and the time for bringing pictures in. */
interface TakingPictures {
  /** Who gets the pictures; undefined for the product itself. */
  readonly by: Actor | undefined;
  /** Ends the work early: pictures that are not here by then count as unreachable. */
  readonly signal?: AbortSignal;
}

/**
 * Fetches pictures of other sites behind the guard and takes them into the file store, as many and as large ones as an
 * article may have. Never throws for a picture: it is named with its reason. Throws for a full disk or a lost database.
 */
export async function takePictures(
  engine: Engine,
  addresses: readonly string[],
  { by, signal }: TakingPictures,
): Promise<TakenPictures> {
  const shown = new Map<string, string>();
  const stored = new Map<string, string>();
  const faulty = new Map<string, Fault>();
  const waiting = [...new Set(addresses)].entries();
  let bytes = 0;

  async function take(address: string): Promise<void> {
    const page = await engine.fetchOutside(address, {
      maxBytes: limits.imageBytes,
      timeoutMs: pictureMs,
      // Stores of pictures often send them as bytes of no kind; the bytes show the kind.
      accept: ['image/', 'application/octet-stream', 'binary/octet-stream'],
      ...(signal && { signal }),
    });
    bytes += page.bytes.length;
    const path = await storeUpload(engine, accepted, {
      content: Readable.from([page.bytes], { objectMode: false }),
      name: nameOf(page.url),
      bytes: page.bytes.length,
      by,
    });
    stored.set(address, path);
    shown.set(address, pathOf(fileCalls.read, storedFile(path).params));
  }

  async function work(): Promise<void> {
    for (const [place, address] of waiting) {
      if (place >= limits.articlePictures || bytes >= limits.articlePictureBytes) {
        faulty.set(address, tooMany);
        continue;
      }
      try {
        await take(address);
      } catch (error) {
        faulty.set(address, faultOf(error, signal));
      }
    }
  }

  await Promise.all(Array.from({ length: atATime }, work));
  return {
    shown,
    stored,
    faults: [...faulty].map(([url, fault]) => ({ url: url.slice(0, limits.pictureUrl), fault })),
  };
}

/** The reason why a picture is not here. Throws what is no failure of a picture. */
function faultOf(error: unknown, signal: AbortSignal | undefined): Fault {
  if (signal?.aborted) return unreachable;
  if (!(error instanceof AppError)) throw error;
  const fault = faults[error.code];
  if (fault !== undefined) return fault;
  if (error.code.startsWith('outside')) return unreachable;
  throw error;
}

/** Name of a file from its address; shown only. */
function nameOf(address: string): string {
  const last =
    URL.parse(address)
      ?.pathname.split('/')
      .findLast(part => part !== '') ?? '';
  return last.slice(-80) || 'picture';
}
