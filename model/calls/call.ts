import type { z } from 'zod';
import type { auditAction } from '../codes/audit.ts';
import type { ErrorCode } from '../errors.ts';
import type { AnyDataset } from '../kernel/dataset.ts';
import type { Label } from '../kernel/label.ts';
import type { MessageKey } from '../messages.ts';
import type { PermissionCode } from '../permissions.ts';
import type { Service } from './services.ts';

/** Methods of the calls. */
export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** One of {@link methods}. */
export type Method = (typeof methods)[number];

/** Method and path of a call; `:name` is a part of the path that varies, `*` all the rest of it. */
export type Address = `${Method} /${string}`;

/** Whether somebody with these permission codes may call, for the few calls that several codes open. */
export type CodesTest = (codes: Iterable<string>) => boolean;

/**
 * Who may call: `public` anyone, without a session; `person` whoever has logged in; `admin` administrators alone; whoever
 * holds a permission code; or whoever holds codes that a test accepts. Administrators hold every code.
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

/** Form of a call's answer: the envelope with its data; a file; a text; or nothing but where the browser goes on. */
export type AnswerKind = 'json' | 'file' | 'text' | 'redirect';

/** A file that comes with a call, as a part of a form. */
export interface Upload {
  /** Name of the form's field that holds the file. */
  readonly field: string;
  /** The call may do without the file, and then comes as JSON. */
  readonly optional?: boolean;
}

/** How often one may call; past it the call answers 429. */
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
  /** Checks the parts of the path that vary, where any text will not do. */
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly body: z.ZodType | undefined;
  /** Schema of the envelope's `data`; nothing where it is left out. */
  readonly data: z.ZodType | undefined;
  /** The call answers a page at a time, of so many rows unless `size` says otherwise; see `readPage`. */
  readonly pageSize: number | undefined;
  readonly answers: AnswerKind;
  readonly upload: Upload | undefined;
}

/** Parts of a call from which no types follow. */
interface Saying {
  /** Its purpose in a few words; the document of the calls is headed by it. */
  readonly label: Label;
  /** Its subject. Of a dataset, only those may change rows whose kind of scope does. */
  readonly of: AnyDataset | CallGroup;
  /** Further addresses that answer alike (spec section 7). */
  readonly also?: readonly Address[];
  /** Labels of the fields, where one is refused. */
  readonly names?: Readonly<Record<string, Label>>;
  /** Message that people read when it succeeds; `ok` unless said. */
  readonly message?: MessageKey;
  /** Its name in the audit log; `call` for what writes, unless said. */
  readonly audit?: (typeof auditAction)['items'][number]['code'];
  /** Failures of its own, beside those that every call has. */
  readonly fails?: readonly ErrorCode[];
  readonly limit?: CallLimit;
  /** A call that comes twice with the same header `idempotency-key` counts once. */
  readonly once?: boolean;
  /** Changes nothing although its method says so: an API token that may only read may call it. */
  readonly reads?: boolean;
  /** Only for somebody who has logged in: no API token may call, whatever its codes. */
  readonly sessionOnly?: boolean;
  /** Whoever has to do this first, and may do nothing else before, may call it. */
  readonly before?: readonly ('passwordChange' | 'enrolment')[];
  /** The service that answers, where the path does not say it (spec section 7). */
  readonly service?: Service;
}

/** A call of the product: where it is, who may make it, what it takes and what it answers. */
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
  // The type of an address says what stands before the blank and after it.
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
  // What is left out is undefined, which is what its type parameter then is.
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

/** A member that must be given unless nothing in it must; none where there is nothing to give. */
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

/** Which page is asked for: from 1, and of how many rows. */
interface PageIn {
  readonly current?: number;
  readonly size?: number;
}

type QueryIn<C extends Shape> = C['pageSize'] extends number
  ? C['query'] extends z.ZodType
    ? Input<C['query']> & PageIn
    : PageIn
  : Input<C['query']>;

/** Parts of a request that the caller gives. */
export type Given<C extends Shape> = Member<'params', ParamsIn<C>> &
  Member<'query', QueryIn<C>> &
  Member<'body', Input<C['body']>>;

/** Parts of a request as the server reads them, checked. */
export interface Taken<C extends Shape> {
  readonly params: C['params'] extends z.ZodType ? Output<C['params']> : PathValues<C['address']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  /** The page that is asked for; undefined of calls that answer all at once. */
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
