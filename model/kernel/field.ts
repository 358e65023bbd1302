import type { CodeSet } from './codes.ts';
import type { Label } from './label.ts';
import type { ScopeKind } from './scope.ts';

/** What every field may say, whatever its kind. `V` is the value's type once it has been validated. */
export interface FieldOptions<V> {
  readonly label: Label;
  /** Must be present and not empty when a row is created, and may not be cleared later. */
  readonly required?: boolean;
  /**
   * Value that a form begins with, and that a new row gets which does not name an optional field; a function is given
   * the present instant. A required field has to be named all the same: what was forgotten is told, not filled in.
   * It never takes the place of what somebody emptied, see `emptied` in validate.ts.
   */
  readonly default?: V | ((now: Date) => V);
  /** Made up by the server for a new row that is given none, such as a code (domain F4). */
  readonly generated?: () => V;
  /** One sentence beneath the input and in the template's note. */
  readonly help?: Label;
  /** Stored, shown, but set by the server alone; sent by a client it is ignored. */
  readonly readOnly?: boolean;
  /** Not stored: the dataset's server file computes it for every row that leaves. */
  readonly computed?: boolean;
  /**
   * Written and read with the row, but no column of its table: the dataset's server file keeps it (hook `saved`)
   * and reads it (`expressions`), such as a person's roles in their join table, or a password beside the account.
   * Lists show it only where they name it as a column.
   */
  readonly elsewhere?: boolean;
  /** Never leaves the server and cannot be filtered, sorted or exported by. */
  readonly private?: boolean;
  /** People bound by one of these kinds of scope, who only read the dataset, know nothing of the field, as if it were private. */
  readonly hiddenFrom?: readonly ScopeKind[];
  /**
   * A number of a person, such as an identity number: masked in lists, in the trash, in the history, in exports and in
   * logs, and read whole only by those who may change the row. It is found by the whole value alone and orders nothing,
   * since a part or a place in an order tells the rest step by step. Mobile numbers and e-mail addresses always are.
   * For texts only.
   */
  readonly personal?: boolean;
  /** May be given for a new row, and is fixed afterwards (spec section 2, exam school). */
  readonly lockedOnEdit?: boolean;
}

/** A field as the engine sees it; the phantom `value` carries the value's type and never exists. */
export interface FieldBase<K extends string, V, R extends boolean> extends FieldOptions<V> {
  readonly kind: K;
  readonly required: R;
  readonly value?: V;
}

/** The number of a row. */
export interface IdField<R extends boolean = boolean> extends FieldBase<'id', number, R> {}
/** A four-digit year. */
export interface YearField<R extends boolean = boolean> extends FieldBase<'year', number, R> {}
/** A whole number, within 32 bits unless bounded closer. */
export interface IntegerField<R extends boolean = boolean> extends FieldBase<'integer', number, R> {
  readonly min?: number;
  readonly max?: number;
}
/** An exact decimal, held as text such as `12.50`; `scale` digits after the point, 15 digits in all. */
export interface DecimalField<R extends boolean = boolean> extends FieldBase<'decimal', string, R> {
  readonly scale: number;
  readonly min?: number;
  readonly max?: number;
}
/** Yuan with two decimals, held as text (domain 0.1: decimal(12,2)). */
export interface MoneyField<R extends boolean = boolean> extends FieldBase<'money', string, R> {
  readonly min?: number;
}
/** Text of at most `max` characters, of one line unless said otherwise. */
export interface TextField<R extends boolean = boolean> extends FieldBase<'text', string, R> {
  readonly max: number;
  readonly multiline?: boolean;
  /** `url`: an http(s) address; `host`: a host name; `account`: the pattern of domain A1; `password`: spec section 5; `cron`: Quartz text. */
  readonly format?: 'url' | 'host' | 'account' | 'email' | 'digits' | 'code' | 'password' | 'cron';
}
/** HTML from the editor, sanitised when it is written and again when it is shown. */
export interface RichTextField<R extends boolean = boolean> extends FieldBase<'richText', string, R> {}
/** A calendar date, `YYYY-MM-DD`. */
export interface DateField<R extends boolean = boolean> extends FieldBase<'date', string, R> {}
/** An instant, written as Asia/Shanghai wall time `YYYY-MM-DD HH:mm:ss`. */
export interface DateTimeField<R extends boolean = boolean> extends FieldBase<'dateTime', string, R> {}
/** An 11-digit mobile number of China. */
export interface MobileField<R extends boolean = boolean> extends FieldBase<'mobile', string, R> {}
/** Yes or no, 1 or 0. */
export interface YesNoField<R extends boolean = boolean> extends FieldBase<'yesNo', 0 | 1, R> {}
/** One code of a closed set. */
export interface CodeField<R extends boolean = boolean, C extends number | string = number | string>
  extends FieldBase<'code', C, R> {
  readonly of: CodeSet<C>;
}
/** A row of another dataset, stored as the value that dataset is referred to by. */
export interface RefField<R extends boolean = boolean, T extends string = string>
  extends FieldBase<'ref', number, R> {
  readonly to: T;
  /** Fields of this row that must equal the same-named fields of the row referred to. */
  readonly within?: readonly string[];
  /** When set, 0 is a value of its own with this label: all, or root (domain 2, head). */
  readonly zero?: Label;
  /** Only rows of the target whose fields have these values may be referred to. */
  readonly where?: Readonly<Record<string, number | string>>;
}
/** Several rows of another dataset. */
export interface RefsField<R extends boolean = boolean, T extends string = string>
  extends FieldBase<'refs', readonly number[], R> {
  readonly to: T;
  readonly where?: Readonly<Record<string, number | string>>;
  /** Most rows it may hold; `limits.idsMax` unless told. */
  readonly max?: number;
}
/** Path of an uploaded file. */
export interface FileField<R extends boolean = boolean> extends FieldBase<'file', string, R> {}
/** Path of an uploaded image. */
export interface ImageField<R extends boolean = boolean> extends FieldBase<'image', string, R> {}
/** Any JSON value. */
export interface JsonField<R extends boolean = boolean> extends FieldBase<'json', unknown, R> {}

/** Any field of any kind. */
export type Field =
  | IdField
  | YearField
  | IntegerField
  | DecimalField
  | MoneyField
  | TextField
  | RichTextField
  | DateField
  | DateTimeField
  | MobileField
  | YesNoField
  | CodeField
  | RefField
  | RefsField
  | FileField
  | ImageField
  | JsonField;

/** The closed list of field kinds; each has one small file in `model/fields`, the server and the web. */
export type FieldKind = Field['kind'];

/** The fields of a dataset by name, in the order of the declaration. */
export type FieldMap = Readonly<Record<string, Field>>;

/** The validated value of a field. */
export type ValueOf<F> = F extends { readonly value?: infer V } ? Exclude<V, undefined> : never;

type Req<O> = O extends { readonly required: true } ? true : false;
type Options<F extends Field> = Omit<F, 'kind' | 'required' | 'value'> & { readonly required?: boolean };

function make<F extends Field>(kind: F['kind'], options: Options<F>): F {
  // The one place where a field object comes into being: `kind` and `required` complete the options.
  return Object.freeze({ ...options, kind, required: options.required === true }) as unknown as F;
}

/** The declaration language's nouns for fields: `field.year({ label, required: true })` and so on. */
export const field = {
  id: <const O extends Options<IdField>>(o: O) => make<IdField<Req<O>>>('id', o),
  year: <const O extends Options<YearField>>(o: O) => make<YearField<Req<O>>>('year', o),
  integer: <const O extends Options<IntegerField>>(o: O) => make<IntegerField<Req<O>>>('integer', o),
  decimal: <const O extends Options<DecimalField>>(o: O) => make<DecimalField<Req<O>>>('decimal', o),
  money: <const O extends Options<MoneyField>>(o: O) => make<MoneyField<Req<O>>>('money', o),
  text: <const O extends Options<TextField>>(o: O) => make<TextField<Req<O>>>('text', o),
  richText: <const O extends Options<RichTextField>>(o: O) => make<RichTextField<Req<O>>>('richText', o),
  date: <const O extends Options<DateField>>(o: O) => make<DateField<Req<O>>>('date', o),
  dateTime: <const O extends Options<DateTimeField>>(o: O) => make<DateTimeField<Req<O>>>('dateTime', o),
  mobile: <const O extends Options<MobileField>>(o: O) => make<MobileField<Req<O>>>('mobile', o),
  yesNo: <const O extends Options<YesNoField>>(o: O) => make<YesNoField<Req<O>>>('yesNo', o),
  code: <C extends number | string, const O extends Options<CodeField<boolean, C>>>(
    o: O & { readonly of: CodeSet<C> },
  ) => make<CodeField<Req<O>, C>>('code', o as Options<CodeField<Req<O>, C>>),
  ref: <const T extends string, const O extends Options<RefField<boolean, T>>>(o: O & { readonly to: T }) =>
    make<RefField<Req<O>, T>>('ref', o as Options<RefField<Req<O>, T>>),
  refs: <const T extends string, const O extends Options<RefsField<boolean, T>>>(o: O & { readonly to: T }) =>
    make<RefsField<Req<O>, T>>('refs', o as Options<RefsField<Req<O>, T>>),
  file: <const O extends Options<FileField>>(o: O) => make<FileField<Req<O>>>('file', o),
  image: <const O extends Options<ImageField>>(o: O) => make<ImageField<Req<O>>>('image', o),
  json: <const O extends Options<JsonField>>(o: O) => make<JsonField<Req<O>>>('json', o),
} as const;

/**
 * The name under which a reference's own name leaves the server beside its id:
 * `provinceId` gives `provinceName`, `tagIds` gives `tagNames` (domain 0.1).
 */
export function refNameKey(name: string): string {
  if (name.endsWith('Ids')) return `${name.slice(0, -3)}Names`;
  if (name.endsWith('Id')) return `${name.slice(0, -2)}Name`;
  return `${name}Name`;
}

/** Whether a field holds a number or an address of a person, see {@link FieldOptions.personal}. */
export function isPersonal(field: Field): boolean {
  return (
    field.kind === 'mobile' || (field.kind === 'text' && field.format === 'email') || field.personal === true
  );
}
