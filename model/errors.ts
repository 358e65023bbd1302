import { callErrors } from './errors/calls.ts';
import { outsideErrors } from './errors/outside.ts';
import { peopleErrors } from './errors/people.ts';
import { usualLabel } from './input-labels.ts';
import type { Label, Language } from './kernel/label.ts';
import { type Issue, issueText } from './kernel/validate/issues.ts';

/**
 * Every way a call can fail: its HTTP status, the message, and, for temporary failures, the seconds to wait before a
 * retry (`Retry-After`). The name is stable and travels as `data.reason`; the cause is logged and never shown (spec
 * section 8).
 */
export const errorCatalogue = { ...callErrors, ...peopleErrors, ...outsideErrors };

/** One of the closed list of errors. */
export type ErrorCode = keyof typeof errorCatalogue;

/** A field's problem as it leaves in `data.errors`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface AppErrorOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  /** All problems of single fields. */
  readonly issues?: readonly Issue[];
  /** Labels of the fields in `issues`. */
  readonly labels?: (field: string) => Label | undefined;
  /** Further content of the envelope's `data`, for example the current row after a stale update. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The cause; logged, never shown. */
  readonly cause?: unknown;
}

/** The usual label of a name; one that nothing declares represents itself, so that the sentence has a subject. */
function nameOf(field: string): Label | undefined {
  return field === '' ? undefined : (usualLabel(field) ?? { zh: `${field} `, en: field });
}

/** A failure with a code of {@link errorCatalogue}; made by {@link failure}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which the call may be repeated; undefined if waiting does not help. */
  readonly retryAfter: number | undefined;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions) {
    super(code, { cause: options.cause });
    this.code = code;
    const { status, retryAfter }: { status: number; retryAfter?: number } = errorCatalogue[code];
    this.status = status;
    this.retryAfter = retryAfter;
    this.options = options;
  }

  /** The message for the caller. */
  text(language: Language): string {
    const fill = this.options.params ?? {};
    return errorCatalogue[this.code][language].replace(/\{(\w+)\}/g, (_, key: string) =>
      String(fill[key] ?? ''),
    );
  }

  /** The fields' problems in a language; empty when the failure is not about fields. */
  fieldErrors(language: Language): FieldError[] {
    return (this.options.issues ?? []).map(found => ({
      field: found.field,
      message: issueText(found, this.options.labels?.(found.field) ?? nameOf(found.field), language),
    }));
  }
}

/** Creates an {@link AppError}; the caller throws it. */
export function failure(code: ErrorCode, options: AppErrorOptions = {}): AppError {
  return new AppError(code, options);
}
