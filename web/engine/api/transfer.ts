import type { Call, DataOut, Given, Shape, Upload } from '@yikao/model/calls/call.ts';
import { fileName } from '@yikao/model/rules/file-name.ts';
import { failureOf, readAnswer, statusMessage, unanswered } from './answer.ts';
import { ApiError } from './api-error.ts';
import { noteAnswer, noteUnanswered } from './connection.ts';
import { callAddress, callHeaders, inSession, tellFailure } from './send.ts';

/** The options of an upload. */
export interface UploadOptions {
  /** Called during the upload with the share of bytes sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Further form fields, sent before the file. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** `false`: a failure is shown by the caller; no toast. */
  readonly toast?: boolean;
}

/** A call that takes a file. */
type UploadCall = Call<Shape & { readonly upload: Upload }>;

/**
 * Sends `file` as a multipart field and returns the `data` of the answer, such as the stored path (spec section 7).
 * There is no time limit: 200 MB over a slow line take longer than other calls may.
 *
 * @throws ApiError as `send` does; the signal's reason if aborted.
 */
export async function upload<C extends UploadCall>(
  call: C,
  file: File,
  options: UploadOptions = {},
): Promise<DataOut<C>> {
  const { signal, toast = true } = options;
  try {
    const data = await inSession(token => sendForm(call, file, token, options), { inHand: true, signal });
    // Checked by the schema that its type follows from.
    return call.data?.parse(data) as DataOut<C>;
  } catch (error) {
    if (error instanceof ApiError && toast) tellFailure(error);
    throw error;
  }
}

function sendForm(
  call: UploadCall,
  file: File,
  token: string | undefined,
  options: UploadOptions,
): Promise<unknown> {
  const { signal } = options;
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append(call.upload.field, file);

  return new Promise<unknown>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    // Only XMLHttpRequest, unlike fetch, reports upload progress.
    const request = new XMLHttpRequest();
    request.open(call.method, callAddress(call, {}));
    for (const [name, value] of Object.entries(callHeaders(token))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const answer = readAnswer(status, responseText, request.getResponseHeader('Retry-After'));
      noteAnswer(answer);
      // A stored file whose path was lost is not referenced: sending it again is safe.
      const failure = failureOf(answer, false);
      if (failure) reject(failure);
      else resolve(answer.envelope?.data);
    });
    request.addEventListener('error', cause => {
      noteUnanswered();
      reject(unanswered({ timedOut: false, write: false, cause }));
    });
    request.addEventListener('abort', () => reject(signal?.reason));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** A call that answers a file. */
type FileCall = Call<Shape & { readonly answers: 'file' }>;

/**
 * Fetches a file with the session's token, which a plain link cannot send.
 *
 * @throws ApiError if the answer is not a file, without showing it; the error of `fetch` without an answer.
 */
export function fetchFile<C extends FileCall>(
  call: C,
  given: Given<C>,
  signal?: AbortSignal,
): Promise<Response> {
  return inSession(
    async token => {
      const response = await fetch(callAddress(call, given), {
        headers: callHeaders(token),
        ...(signal && { signal }),
      });
      if (!response.ok) throw refusal(response.status, await response.text());
      return response;
    },
    { inHand: false, signal },
  );
}

/**
 * Fetches a file and passes it to the browser's downloads under the server's name.
 *
 * @throws ApiError if the answer is not a file; its message is the body's text (spec section 8, template download).
 */
export async function download<C extends FileCall>(
  call: C,
  given: Given<C>,
  fallbackName = 'download',
): Promise<void> {
  try {
    const response = await fetchFile(call, given);
    const name = fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName;
    saveAs(await response.blob(), name);
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

/** Saves bytes as a file of the person's. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(name);
  link.click();
  // The browser has taken the bytes over once the click is handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
