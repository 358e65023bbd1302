import { failureOf, readAnswer, statusMessage, unanswered } from './answer.ts';
import { ApiError } from './api-error.ts';
import { noteAnswer, noteUnanswered } from './connection.ts';
import { addressOf } from './hosts.ts';
import { type Query, queryString } from './query-string.ts';
import { callHeaders, inSession, tellFailure } from './request.ts';

/** What an upload may carry. */
export interface UploadOptions {
  /** Called while the file is sent, with the share of bytes sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Name of the form's field that holds the file; `file` unless told. */
  readonly name?: string;
  /** Further form fields, sent before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** `false`: a failure is shown by the caller; no toast. */
  readonly toast?: boolean;
}

/**
 * Sends `file` as a multipart field and gives the `data` of the answer, such as the stored path
 * (spec section 7). There is no time limit: 200 MB over a slow line take longer than a call may.
 *
 * @throws ApiError as {@link request} does; the signal's reason when aborted.
 */
export async function upload(path: string, file: File, options: UploadOptions = {}): Promise<unknown> {
  const { signal, toast = true } = options;
  try {
    return await inSession(token => send(path, file, token, options), { inHand: true, signal });
  } catch (error) {
    if (error instanceof ApiError && toast) tellFailure(error);
    throw error;
  }
}

function send(path: string, file: File, token: string | undefined, options: UploadOptions): Promise<unknown> {
  const { signal } = options;
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append(options.name ?? 'file', file);

  return new Promise<unknown>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    // fetch cannot report how much of a body has been sent; XMLHttpRequest can.
    const call = new XMLHttpRequest();
    call.open('POST', addressOf(path));
    for (const [name, value] of Object.entries(callHeaders(token))) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', event => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    call.addEventListener('load', () => {
      const answer = readAnswer(call.status, call.responseText, call.getResponseHeader('Retry-After'));
      noteAnswer(answer);
      // A file that was stored, and whose path got lost, is referred to by nothing: it may be sent again.
      const failure = failureOf(answer, false);
      if (failure) reject(failure);
      else resolve(answer.envelope?.data);
    });
    call.addEventListener('error', cause => {
      noteUnanswered();
      reject(unanswered({ timedOut: false, write: false, cause }));
    });
    call.addEventListener('abort', () => reject(signal?.reason));
    signal?.addEventListener('abort', () => call.abort());
    call.send(form);
  });
}

/**
 * Fetches a file and hands it to the browser's downloads under the name the server gives it. Made for files
 * that need the token, which a plain link cannot carry.
 *
 * @throws ApiError when the answer is no file; its message is the body's text (spec section 8, template download).
 */
export async function download(path: string, query?: Query, fallbackName = 'download'): Promise<void> {
  try {
    await inSession(
      async token => {
        const response = await fetch(addressOf(path) + queryString(query), { headers: callHeaders(token) });
        if (!response.ok) throw refusal(response.status, await response.text());
        const name = fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName;
        saveAs(await response.blob(), name);
      },
      { inHand: false, signal: undefined },
    );
  } catch (cause) {
    if (!(cause instanceof ApiError)) noteUnanswered();
    const error = cause instanceof ApiError ? cause : unanswered({ timedOut: false, write: false, cause });
    tellFailure(error);
    throw error;
  }
}

function refusal(status: number, text: string): ApiError {
  const answer = readAnswer(status, text, null);
  const failure = answer.envelope && failureOf(answer, false);
  if (failure) return failure;
  // A proxy answers a page of HTML, which is no message to show.
  const plain = text.trim() !== '' && !text.trimStart().startsWith('<');
  return new ApiError({ status, code: status, message: plain ? text : statusMessage(status) });
}

/** File name of a `Content-Disposition` header; the UTF-8 form (RFC 6266) before the plain one. */
function fileNameOf(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded.trim());
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]?.trim();
}

function saveAs(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the bytes over once the click is handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
