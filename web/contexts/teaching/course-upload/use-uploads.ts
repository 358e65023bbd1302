import { useSyncExternalStore } from 'react';
import { ApiError } from '../../../engine/api/api-error.ts';
import { runUpload } from '../../../engine/api/uploads.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { uploadVideo } from './upload-video.ts';

/** A video that is being uploaded, or could not be. */
export interface VideoUpload {
  readonly id: number;
  readonly file: File;
  /** Share of bytes that the server has, 0 to 1. */
  readonly share: number;
  /** Why it ended; undefined while it goes on. */
  readonly problem?: string | undefined;
  /** Stops it; choosing the same file goes on where it was. */
  stop(): void;
}

let uploads: readonly VideoUpload[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly VideoUpload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const change = (id: number, more: Partial<VideoUpload>) =>
  set(uploads.map(one => (one.id === id ? { ...one, ...more } : one)));

async function run(id: number, file: File, stopping: AbortController, onDone: () => void): Promise<void> {
  try {
    await runUpload(
      file.name,
      (onProgress, signal) =>
        uploadVideo(
          file,
          share => {
            onProgress(share);
            change(id, { share });
          },
          signal,
        ),
      stopping.signal,
    );
    set(uploads.filter(one => one.id !== id));
    onDone();
  } catch (error) {
    const problem = error instanceof ApiError ? error.message : i18n.t('teaching:upload.stopped');
    change(id, { problem });
    if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
  }
}

/** Uploads videos one beside the other, independently of pages; `onDone` follows each that has arrived. */
export function beginUploads(files: readonly File[], onDone: () => void): void {
  for (const file of files) {
    last += 1;
    const id = last;
    const stopping = new AbortController();
    // An earlier try with the same file is replaced by this one.
    const others = uploads.filter(one => one.problem === undefined || one.file.name !== file.name);
    set([...others, { id, file, share: 0, stop: () => stopping.abort() }]);
    void run(id, file, stopping, onDone);
  }
}

/** Forgets an upload that ended with a problem. */
export function dismissUpload(id: number): void {
  set(uploads.filter(one => one.id !== id));
}

/** The uploads of videos in this browser. */
export function useVideoUploads(): readonly VideoUpload[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );
}
