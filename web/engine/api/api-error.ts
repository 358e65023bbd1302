/** A problem of one field, as in `data.errors`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface ApiErrorInput {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly fieldErrors?: readonly FieldError[];
  readonly data?: unknown;
  readonly doubtful?: boolean;
  readonly sessionOver?: boolean;
  readonly cause?: unknown;
}

/** A call that did not succeed. Its message is fit for a person, in the language shown. */
export class ApiError extends Error {
  /** HTTP status; 0 without an answer (no network, or aborted after 60 s). */
  readonly status: number;
  /** `code` of the envelope; the HTTP status without one. 0 if an answer could not be read. */
  readonly code: number;
  /**
   * Stable name of the failure, one of model/errors.ts, if the server sent it; for code that distinguishes failures.
   */
  readonly reason: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** `data` of the envelope, for example the current row of a 409. */
  readonly data: unknown;
  /** A write with an unknown outcome: the answer was lost. */
  readonly doubtful: boolean;
  /** The session is over and was not renewed; the login page says so. */
  readonly sessionOver: boolean;

  constructor(input: ApiErrorInput) {
    super(input.message, { cause: input.cause });
    this.name = 'ApiError';
    this.status = input.status;
    this.code = input.code;
    this.reason = input.reason;
    this.fieldErrors = input.fieldErrors ?? [];
    this.data = input.data;
    this.doubtful = input.doubtful ?? false;
    this.sessionOver = input.sessionOver ?? false;
  }

  /** The problem in words, by field if the server names fields. */
  get sentence(): string {
    return this.fieldErrors.map(({ message }) => message).join('；') || this.message;
  }

  /** The same failure, marked as one that the end of the session has stopped. */
  ofSessionOver(): ApiError {
    return new ApiError({ ...this, message: this.message, cause: this.cause, sessionOver: true });
  }
}
