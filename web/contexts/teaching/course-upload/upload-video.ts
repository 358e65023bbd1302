import { pathOf } from '@yikao/model/calls/call.ts';
import { courseCalls } from '@yikao/model/contexts/teaching/course.calls.ts';
import { failureOf, readAnswer, unanswered } from '../../../engine/api/answer.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { addressOf } from '../../../engine/api/hosts.ts';
import { callHeaders, inSession } from '../../../engine/api/send.ts';

/** Bytes of one part: what a broken line costs at most is the rest of one. */
const partBytes = 8 * 1024 * 1024;

/** Milliseconds before an unanswered part is sent again: doubled each time, up to the longest. */
const pause = { firstMs: 1_000, longestMs: 30_000 } as const;

/** Unfinished uploads of this browser, by the file: name, size and time of its last change. */
const storeName = 'yikao.course-uploads';

const keyOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;

function remembered(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storeName) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function remember(file: File, path: string | undefined): void {
  const { [keyOf(file)]: _, ...others } = remembered();
  localStorage.setItem(
    storeName,
    JSON.stringify(path === undefined ? others : { ...others, [keyOf(file)]: path }),
  );
}

/** Base64 of a text, as the protocol carries names. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

interface Ask {
  readonly method: 'POST' | 'HEAD' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

/** Makes a call of the protocol. Throws {@link ApiError}, and the signal's reason. */
function ask({ method, path, headers = {}, body }: Ask, signal: AbortSignal): Promise<Headers> {
  const make = async (token: string | undefined) => {
    let response: Response;
    try {
      response = await fetch(addressOf(courseCalls.beginUpload, path), {
        method,
        headers: { ...callHeaders(token), 'tus-resumable': '1.0.0', ...headers },
        ...(body && { body }),
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw unanswered({ timedOut: false, write: false, cause });
    }
    if (response.ok) return response.headers;
    const answer = readAnswer(response.status, await response.text(), response.headers.get('retry-after'));
    const failure = failureOf(answer, false);
    throw failure ?? new Error(`Answered ${response.status}`);
  };
  return inSession(make, { inHand: true, signal });
}

const offsetOf = (headers: Headers): number => Number(headers.get('upload-offset') ?? 0);

/** Waits; rejects with the signal's reason if it is aborted meanwhile. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Reports whether a failure is of the line or passing, so that the part is sent again. */
function passes(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    (error.code === 0 || error.code === 409 || error.code === 429 || error.code >= 500 || error.code === 400)
  );
}

/** An upload, and the byte that it is at. */
interface Place {
  readonly path: string;
  readonly at: number;
}

/** The upload of a file that this browser began before, if the server still has it; or a new one. */
async function open(file: File, signal: AbortSignal): Promise<Place> {
  const known = remembered()[keyOf(file)];
  if (known !== undefined) {
    try {
      return { path: known, at: offsetOf(await ask({ method: 'HEAD', path: known }, signal)) };
    } catch (error) {
      // HEAD has no body: 404 is an upload that lapsed, or was finished and removed.
      if (!(error instanceof ApiError) || error.code !== 404) throw error;
    }
  }
  const headers = { 'upload-length': String(file.size), 'upload-metadata': `filename ${base64(file.name)}` };
  const path = pathOf(courseCalls.beginUpload);
  const begun = await ask({ method: 'POST', path, headers }, signal);
  const location = begun.get('location') ?? '';
  remember(file, location);
  return { path: location, at: 0 };
}

/** Sends the next part of a file; answers where the upload is then. */
async function sendPart(file: File, { path, at }: Place, signal: AbortSignal): Promise<Place> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) };
  const body = file.slice(at, at + partBytes);
  return { path, at: offsetOf(await ask({ method: 'PATCH', path, headers, body }, signal)) };
}

/**
 * Uploads a video in parts (tus 1.0). A line that breaks is waited for; after a reload, or on another day, choosing the
 * same file goes on where the upload was. Throws {@link ApiError} for what waiting does not mend.
 */
export async function uploadVideo(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let pauses = 0;
  let upload: Place | undefined;
  for (;;) {
    try {
      upload ??= await open(file, signal);
      onProgress(file.size === 0 ? 0 : upload.at / file.size);
      while (upload.at < file.size) {
        upload = await sendPart(file, upload, signal);
        pauses = 0;
        onProgress(upload.at / file.size);
      }
      remember(file, undefined);
      return;
    } catch (error) {
      if (!passes(error) || (upload === undefined && error.code === 400)) {
        if (error instanceof ApiError && (error.code === 404 || error.code === 415))
          remember(file, undefined);
        throw error;
      }
      // The server knows the bytes that arrived of the part.
      upload = undefined;
      pauses += 1;
      await wait(Math.min(pause.longestMs, pause.firstMs * 2 ** Math.min(pauses - 1, 8)), signal);
    }
  }
}
