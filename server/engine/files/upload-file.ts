import type { Reach } from '../jobs/lifecycle/rights.ts';

/** A row of `t_upload_file`, the stored files; statements name the columns that they read by `Pick`. */
export interface UploadFile {
  readonly fileId: number;
  /** Key in the file store, after a slash. */
  readonly path: string;
  /** Name on the sender's machine. */
  readonly originName: string;
  /** Bytes. */
  readonly size: number;
  readonly mime: string;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Class of the file, see `FileUsage` in `kinds.ts`; 4 is a file that a job made. */
  readonly usage: number;
  /** Its readers, see `audience` in `readers.ts`. */
  readonly audience: number;
  /** Null for a file sent without a session. */
  readonly userId: number | null;
  /** Reach of the sender at the time; null for a file made by the product. */
  readonly reach: Reach | null;
  /** Pixels; null for a file that is no picture, or of an unknown size. */
  readonly width: number | null;
  readonly height: number | null;
  /** Set for a picture that was stored without its metadata. */
  readonly stripped: boolean;
}
