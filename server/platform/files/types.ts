import type { Readable } from 'node:stream';

/** A stored file without its content. */
export interface FileInfo {
  /** Its key in the store, such as `upload/2026/11/8f…e2.xlsx`. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** The outcome of storing a file. */
export interface StoredFile extends FileInfo {
  /** SHA-256 of the content, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Options for storing a file. */
export interface PutOptions {
  /** Most accepted bytes; a longer stream is refused and nothing is stored. */
  readonly maxBytes: number;
  /** Media type that an object store answers with; without a meaning for local files. */
  readonly contentType?: string;
}

/** A part of a file: bytes `start` to `end`, both counted in, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A file of the store as a local path, while it is being read. */
export interface LocalCopy {
  readonly path: string;
  /** Removes the copy, if there is one. May be called twice. */
  release(): Promise<void>;
}

/**
 * Storage for uploaded and generated files: a folder, or an S3-compatible store. Keys are segments of ASCII letters,
 * digits, `.`, `_` and `-` joined by `/`, and contain nothing chosen by a person. Every call throws {@link InvalidKey}
 * for any other key.
 */
export interface FileStore {
  /**
   * Stores a stream under a key; concurrent readers see the former content or none, never a part.
   * @throws AppError `tooLarge` if the stream is longer than `maxBytes`.
   */
  put(key: string, content: Readable, options: PutOptions): Promise<StoredFile>;
  /** A file's content, or a range of it. @throws AppError `notFound` if there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** A file's size; undefined if there is no such file. */
  stat(key: string): Promise<FileInfo | undefined>;
  /** Removes a file; does nothing if there is none. */
  remove(key: string): Promise<void>;
  /**
   * A local path with the file's content, for readers that need to seek.
   * @throws AppError `notFound` if there is no such file.
   */
  localCopy(key: string): Promise<LocalCopy>;
}

/** Thrown for a key that is not of the form {@link FileStore} takes: a programming error, never a person's. */
export class InvalidKey extends Error {
  constructor(key: string) {
    super(`Not a file key: ${JSON.stringify(key)}`);
    this.name = 'InvalidKey';
  }
}

const keyForm = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Returns the key if it is safe as a path and as an object name; at most 512 characters. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !keyForm.test(key)) throw new InvalidKey(key);
  return key;
}
