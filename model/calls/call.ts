import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { AnyDataset } from '../kernel/dataset.ts';
import type { Label } from '../kernel/label.ts';
import type { MessageKey } from '../messages.ts';
import type { PermissionCode } from '../permissions.ts';
import type { auditAction } from './audit.codes.ts';
import type { Service } from './services.ts';

/** Methods of the calls. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One of {@link methods}. */
export type Method = (typeof methods)[number];

/** Method and path of a call; `:name` is a variable part of the path, `*` the rest of it. */
export type Address = `${Method} /${string}`;

/** A test of the caller's permission codes, for the few calls that several codes open. */
export type CodesTest = (codes: Iterable<string>) => boolean;

/**
 * Who may call: `public` anyone, without a session; `person` anyone logged in; `admin` administrators only; the holders
 * of a permission code; or those whose codes pass a test. Administrators hold every code.
 */
export type May = 'public' | 'person' | 'admin' | PermissionCode | CodesTest;

/** Groups of calls that are about no dataset. */
export type CallGroup =
  | 'access'
  | 'auth'
  | 'config'
  | 'files'
  | 'jobs'
  | 'lookups'
  | 'payment'
  | 'registration'
  | 'server'
  | 'statistics'
  | 'website';

/**
 * Form of a call's answer: the envelope with its data, a file, a text, a page, or a redirect. A page fails with a page,
 * the others with the envelope.
 */
export type AnswerKind = 'json' | 'file' | 'text' | 'page' | 'redirect';

/** A file sent with a call, as a part of a form. */
export interface Upload {
  /** Name of the form's field that holds the file. */
  readonly field: string;
  /** The file may be omitted; the call is then JSON. */
  readonly optional?: boolean;
}

/** Rate limit of a call; calls past it are answered with 429. */
export interface CallLimit {
  /** Name under which calls are counted; calls of one name count together. */
  readonly name: string;
  /** Whose calls count together: those of one network address, or of one person. */
  readonly per: 'address' | 'person';
  readonly max: number;
  readonly windowMs: number;
}

/** Parts of a call from which types follow. */
export interface Shape {
  readonly address: Address;
  readonly may: May;
  /** Validates the variable parts of the path, if not every text is allowed. */
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  /** Schema of the envelope's `data`; nothing if omitted. */
  readonly data: z.ZodType | undefined;
  /** Page size when the request names none; undefined for a call that does not page. See `readPage`. */
  readonly pageSize: number | undefined;
  readonly answers: AnswerKind;
  readonly upload: Upload | undefined;
}

/** Parts of a call from which no types follow. */
interface Saying {
  /** Its purpose in a few words, used as the heading in the document of the calls. */
  readonly label: Label;
  /** The subject of the call. For a dataset, callers whose kind of scope only reads it may not change rows. */
  readonly of: AnyDataset | CallGroup;
  /** Further addresses with the same answer (spec section 7). */
  readonly also?: readonly Address[];
  /** Labels of the fields, for error messages. */
  readonly names?: Readonly<Record<string, Label>>;
  /** Message shown on success. Defaults to `ok`. */
  readonly message?: MessageKey;
  /** Action recorded in the audit log. Defaults to `call` for calls that write. */
  readonly audit?: (typeof auditAction)['items'][number]['code'];
  /** Failures specific to this call, in addition to those every call has. */
  readonly fails?: readonly ErrorCode[];
  readonly limit?: CallLimit;
  /**
   * Handles a repeated call with the same `idempotency-key` header once. Use `step` when the handler stores its answer
   * in the transaction of its work, as step calls do.
   */
  readonly once?: true | 'step';
  /** Changes nothing, whatever its method: read-only API tokens may call it. */
  readonly reads?: boolean;
  /** Ignores names that the body's schema does not know: apps of other versions than the server send the call. */
  readonly tolerant?: boolean;
  /** Requires a login session: API tokens may not call it, whatever their codes. */
  readonly sessionOnly?: boolean;
  /**
   * Stays open to people who must still change their password or enrol a second factor, and may call nothing else until
   * then.
   */
  readonly before?: readonly ('passwordChange' | 'enrolment')[];
  /**
   * Datasets whose rows the dialog of the call offers by name, besides the references that its dataset declares: who may
   * make the call may look them up.
   */
  readonly chooses?: readonly { readonly of: string; readonly where?: Readonly<Record<string, number>> }[];
  /** Takes the place of the call that a dataset generates at one of the addresses. */
  readonly replaces?: true;
  /** The service that answers, when the path does not name it (spec section 7). */
  readonly service?: Service;
}

/** A call of the product: its address, its permission, its input and its answer. */
export type Call<S extends Shape = Shape> = Readonly<S> &
  Saying & {
    readonly method: Method;
    readonly path: `/${string}`;
  };

/** Any call, for code that treats them all alike. */
export type AnyCall = Call;

/** Options of {@link call}. */
interface CallInput<
  M extends May,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  D extends z.ZodType | undefined,
  G extends number | undefined,
  K extends AnswerKind,
  U extends Upload | undefined,
> extends Saying {
  readonly may: M;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly data?: D;
  readonly pageSize?: G;
  readonly answers?: K;
  readonly upload?: U;
}

/** The method and the path of an address. */
export function partsOf(address: Address): { readonly method: Method; readonly path: `/${string}` } {
  const [method, path] = address.split(' ');
  // The address type guarantees a method before the space and a path after it.
  return { method: method as Method, path: path as `/${string}` };
}

/**
 * Declares a call. The server handles it (`handle`: parses, authorises, documents, audits), the browser sends it
 * (`send`); both read address, schemas and permission from here and nowhere else.
 */
export function call<
  const A extends Address,
  const M extends May,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  D extends z.ZodType | undefined = undefined,
  G extends number | undefined = undefined,
  K extends AnswerKind = 'json',
  U extends Upload | undefined = undefined,
>(
  address: A,
  input: CallInput<M, P, Q, B, D, G, K, U>,
): Call<{
  address: A;
  may: M;
  params: P;
  query: Q;
  body: B;
  data: D;
  pageSize: G;
  answers: K;
  upload: U;
}> {
  const { params, query, body, data, pageSize, answers = 'json', upload } = input;
  const made = {
    ...input,
    ...partsOf(address),
    ...{ address, params, query, body, data, pageSize, answers, upload },
  };
  // Omitted options are undefined, and so are their type parameters.
  return Object.freeze(made) as unknown as ReturnType<typeof call<A, M, P, Q, B, D, G, K, U>>;
}

/** Names of the parts of a path that vary. */
type PathParam<A extends string> = A extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : A extends `${string}:${infer Name}`
    ? Name
    : A extends `${string}/*`
      ? '*'
      : never;

/** A value that is only read. */
export type ReadonlyDeep<T> = T extends readonly (infer One)[]
  ? readonly ReadonlyDeep<One>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

type Input<T> = T extends z.ZodType ? ReadonlyDeep<z.input<T>> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

type PathValues<A extends string> = { readonly [K in PathParam<A>]: string };

/** A required member, or an optional one when nothing inside it is required, or none when there is nothing to pass. */
type Member<K extends string, V> = [V] extends [undefined]
  ? { readonly [P in K]?: never }
  : object extends V
    ? { readonly [P in K]?: V }
    : { readonly [P in K]: V };

type ParamsIn<C extends Shape> = C['params'] extends z.ZodType
  ? Input<C['params']>
  : [PathParam<C['address']>] extends [never]
    ? undefined
    : PathValues<C['address']>;

/** The requested page: from 1, with its number of rows. */
interface PageIn {
  readonly current?: number;
  readonly size?: number;
}

type QueryIn<C extends Shape> = C['pageSize'] extends number
  ? C['query'] extends z.ZodType
    ? Input<C['query']> & PageIn
    : PageIn
  : Input<C['query']>;

/** Parts of a request that the caller passes. */
export type Given<C extends Shape> = Member<'params', ParamsIn<C>> &
  Member<'query', QueryIn<C>> &
  Member<'body', Input<C['body']>>;

/** Parts of a request as the server reads them, checked. */
export interface Taken<C extends Shape> {
  readonly params: C['params'] extends z.ZodType ? Output<C['params']> : PathValues<C['address']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  /** The requested page; undefined for calls without pages. */
  readonly page: C['pageSize'] extends number
    ? { readonly current: number; readonly size: number }
    : undefined;
}

/** The data that the server answers with. */
export type DataIn<C extends Shape> = Input<C['data']>;

/** The data that the caller gets. */
export type DataOut<C extends Shape> = Output<C['data']>;

/** The path of a call with the parts that vary filled in. */
export function pathOf({ path }: AnyCall, params: Readonly<Record<string, string>> = {}): string {
  return path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace('*', () => encodeURI(params['*'] ?? ''));
}
