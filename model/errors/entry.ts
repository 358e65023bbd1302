import type { Label } from '../kernel/label.ts';

/** An error of the catalogue: its HTTP status, its message, and the seconds to wait before a retry (`Retry-After`). */
export interface ErrorEntry extends Label {
  readonly status: number;
  readonly retryAfter?: number;
}
