import type { Readable } from 'node:stream';

/** A stored file without its content. */
export interface FileInfo {
  /** Where it is in the store, such as `upload/2026/11/8f…e2.xlsx`. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** The outcome of storing a file. */
export interface StoredFile extends FileInfo {
  /** SHA-256 of the content, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** How a file is stored. */
export interface PutOptions {
  /** Most bytes taken; a longer stream is refused and nothing is kept. */
  readonly maxBytes: number;
  /** Media type that an object store answers with; without a meaning for local files. */
  readonly contentType?: string;
}

/** A part of a file: bytes `start` to `end`, both counted in, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A file of the store as a local path, while somebody reads it. */
export interface LocalCopy {
  readonly path: string;
  /** Removes the copy, if one was made. May be called twice. */
  release(): Promise<void>;
}

/**
 * Where uploaded and generated files are kept: a folder, or an S3-compatible store. Keys are segments of ASCII
 * letters, digits, `.`, `_` and `-` joined by `/`; nothing of a key that a person chose reaches it.
 * Every call throws {@link InvalidKey} for any other key.
 */
export interface FileStore {
  /**
   * Stores a stream under a key; whoever reads meanwhile sees the former content or none, never a part.
   * @throws AppError `tooLarge` when the stream is longer than `maxBytes`.
   */
  put(key: string, content: Readable, options: PutOptions): Promise<StoredFile>;
  /** A file's content, or a range of it. @throws AppError `notFound` when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** A file's size; undefined when there is no such file. */
  stat(key: string): Promise<FileInfo | undefined>;
  /** Removes a file; nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /**
   * A path on this machine with the file's content, for readers that need to seek.
   * @throws AppError `notFound` when there is no such file.
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

/** Gives the key back when it is safe as a path and as an object name; at most 512 characters. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !keyForm.test(key)) throw new InvalidKey(key);
  return key;
}
