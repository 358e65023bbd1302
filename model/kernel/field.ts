import { type FormatName, formatOf } from '../fields/formats.ts';
import type { CodeSet } from './codes.ts';
import type { Derived, Filled } from './derived.ts';
import type { Label } from './label.ts';
import type { ScopeKind } from './scope.ts';
import type { When } from './when.ts';

/** Options of every field, whatever its kind. `V` is the value's type once it has been validated. */
export interface FieldOptions<V> {
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
  /** May be given for a new row, and is fixed afterwards (spec section 2, exam school). */
  readonly lockedOnEdit?: boolean;
}

/** A field as the engine sees it; the phantom `value` carries the value's type and never exists. */
export interface FieldBase<K extends string, V, R extends boolean> {
  readonly kind: K;
  /** How people call it; blank until its dataset has named it by the dictionary of `model/labels.ts`. */
  readonly label: Label;
  /** Must be present and not empty when a row is created, and may not be cleared later. */
  readonly required: R;
  /** Other fields' values of which the field is a part of the row, see `when` in when.ts. */
  readonly when?: When;
  /** Where the value is read of other rows, see {@link field.count}, {@link field.sum} and {@link field.lookup}. */
  readonly derived?: Derived;
  /** Where the value comes from that is filled in, see `filled` in derived.ts. */
  readonly filled?: Filled;
  readonly value?: V;
}

/** Bounds of a number, both included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}
/** Options of a whole number. */
export interface IntegerOptions extends FieldOptions<number>, Bounds {}
/** Options of a decimal: `scale` digits after the point, 15 digits in all. */
export interface DecimalOptions extends FieldOptions<string>, Bounds {
  readonly scale: number;
  /** A cell may name a class that is open at one end, as published tables do: `750分及以上` is read as 750. */
  readonly openEnded?: boolean;
}
/** Options of an amount of money. */
export interface MoneyOptions extends FieldOptions<string> {
  readonly min?: number;
}
/** Options of a text: at most `max` characters, of one line unless said otherwise. */
export interface TextOptions extends FieldOptions<string> {
  readonly max: number;
  readonly multiline?: boolean;
  /** A form that it has, see `model/fields/formats.ts`, where a further one is added. */
  readonly format?: FormatName;
  /**
   * A number of a person, such as an identity number: masked in lists, in the trash, in the history, in exports and in
   * logs, and read whole only by those who may change the row. It is found by the whole value alone and orders nothing,
   * since a part or a place in an order tells the rest step by step. Mobile numbers, and texts of a form that is personal, always are.
   */
  readonly personal?: boolean;
  /**
   * How a list is asked by it, with an index: `equal` by the whole value, `prefix` by how it begins, capital and small
   * letters told apart. Without it by any part of the text, which reads every row.
   */
  readonly find?: 'equal' | 'prefix';
}
/** Options of a mobile number; it is asked for as a whole. */
export interface MobileOptions extends FieldOptions<string> {
  /** Keeps an index of it, for lists that are asked by it. */
  readonly find?: 'equal';
}
/** Options of a secret: at most `max` characters, several lines for a key that has them. */
export interface SecretOptions extends FieldOptions<string | true> {
  readonly max: number;
  readonly multiline?: boolean;
}
/** Options of a code: the closed set it is of. */
export interface CodeOptions<C extends number | string, N extends string = string>
  extends FieldOptions<NoInfer<C>> {
  /** The codes stand side by side to be chosen from, however wide; else they do where they fit. */
  readonly radios?: boolean;
  readonly of: CodeSet<C, N>;
}
/** Options of several codes in one field. */
export interface CodesOptions<C extends number | string, N extends string = string>
  extends FieldOptions<readonly NoInfer<C>[]> {
  readonly of: CodeSet<C, N>;
}
/** Values that the fields of another row must have, by their names. */
export type Where = Readonly<Record<string, number | string>>;
/** A dataset `of`, whose rows with the same values of the fields `by` name the rows that are offered. */
export interface Among {
  readonly of: string;
  readonly by: readonly string[];
}
/** Options of a reference: `to` names the dataset it is to. */
export interface RefOptions<T extends string, W extends string, Q extends Where, A extends Among>
  extends FieldOptions<number> {
  readonly to: T;
  /** Fields of this row that must equal the same-named fields of the row referred to. */
  readonly within?: readonly W[];
  /**
   * Fields of this row that the row referred to has alike, or 0 there, which stands for all: a batch of the category, or
   * of all categories. Where this row has none of its own, or all, any will do.
   */
  readonly orAny?: readonly W[];
  /**
   * Offered are the rows that another dataset names for this row: the places of the exam, out of all places. `of` refers
   * to the same target and has the fields `by`, too; its switched-off rows name nothing. What may be saved is for the
   * server side to say.
   */
  readonly among?: A;
  /** When set, 0 is a value of its own with this label: all, or root (domain 2, head). */
  readonly zero?: Label;
  /** Only rows of the target whose fields have these values may be referred to. */
  readonly where?: Q;
  /** `false`: this row only tells of the other, which may be deleted nevertheless. */
  readonly holds?: false;
}
/** Options of several references in one field. */
export interface RefsOptions<T extends string, Q extends Where> extends FieldOptions<readonly number[]> {
  readonly to: T;
  readonly where?: Q;
  /** Most rows it may hold; `limits.idsMax` unless told. */
  readonly max?: number;
}

/** Options of several files in one field. */
export interface FilesOptions extends FieldOptions<readonly string[]> {
  /** Most files it may hold; `limits.filesMax` unless told. */
  readonly max?: number;
}

/** The number of a row. */
export interface IdField<R extends boolean = boolean>
  extends FieldBase<'id', number, R>,
    FieldOptions<number> {}
/** A four-digit year. */
export interface YearField<R extends boolean = boolean>
  extends FieldBase<'year', number, R>,
    FieldOptions<number> {}
/** A whole number, within 32 bits unless bounded closer. */
export interface IntegerField<R extends boolean = boolean>
  extends FieldBase<'integer', number, R>,
    IntegerOptions {}
/** An exact decimal, held as text such as `12.50`. */
export interface DecimalField<R extends boolean = boolean>
  extends FieldBase<'decimal', string, R>,
    DecimalOptions {}
/** Yuan with two decimals, held as text (domain 0.1: decimal(12,2)). */
export interface MoneyField<R extends boolean = boolean>
  extends FieldBase<'money', string, R>,
    MoneyOptions {}
/** Text. */
export interface TextField<R extends boolean = boolean> extends FieldBase<'text', string, R>, TextOptions {}
/**
 * A key or a password of somebody else's system: sealed in the database, written and never read. Where one stands it
 * reads as `true`; sent back as `true` or blank it stays, `false` takes it away.
 */
export interface SecretField<R extends boolean = boolean>
  extends FieldBase<'secret', string | true, R>,
    SecretOptions {}
/** HTML from the editor, sanitised when it is written and again when it is shown. */
export interface RichTextField<R extends boolean = boolean>
  extends FieldBase<'richText', string, R>,
    FieldOptions<string> {}
/** A calendar date, `YYYY-MM-DD`. */
export interface DateField<R extends boolean = boolean>
  extends FieldBase<'date', string, R>,
    FieldOptions<string> {}
/** An instant, written as Asia/Shanghai wall time `YYYY-MM-DD HH:mm:ss`. */
export interface DateTimeField<R extends boolean = boolean>
  extends FieldBase<'dateTime', string, R>,
    FieldOptions<string> {}
/** An 11-digit mobile number of China. */
export interface MobileField<R extends boolean = boolean>
  extends FieldBase<'mobile', string, R>,
    MobileOptions {}
/** Yes or no, 1 or 0. */
export interface YesNoField<R extends boolean = boolean>
  extends FieldBase<'yesNo', 0 | 1, R>,
    FieldOptions<0 | 1> {}
/** One code of a closed set. */
export interface CodeField<
  R extends boolean = boolean,
  C extends number | string = number | string,
  N extends string = string,
> extends FieldBase<'code', C, R>,
    CodeOptions<C, N> {}
/** Several codes of a closed set, in its order. */
export interface CodesField<
  R extends boolean = boolean,
  C extends number | string = number | string,
  N extends string = string,
> extends FieldBase<'codes', readonly C[], R>,
    CodesOptions<C, N> {}
/** A row of another dataset, stored as the value that dataset is referred to by. */
export interface RefField<
  R extends boolean = boolean,
  T extends string = string,
  W extends string = string,
  Q extends Where = Where,
  A extends Among = Among,
> extends FieldBase<'ref', number, R>,
    RefOptions<T, W, Q, A> {}
/** Several rows of another dataset. */
export interface RefsField<R extends boolean = boolean, T extends string = string, Q extends Where = Where>
  extends FieldBase<'refs', readonly number[], R>,
    RefsOptions<T, Q> {}
/** Path of an uploaded file. */
export interface FileField<R extends boolean = boolean>
  extends FieldBase<'file', string, R>,
    FieldOptions<string> {}
/** Path of an uploaded image. */
export interface ImageField<R extends boolean = boolean>
  extends FieldBase<'image', string, R>,
    FieldOptions<string> {}
/** Paths of several uploaded files, in the order that people gave them; empty is none at all. */
export interface FilesField<R extends boolean = boolean>
  extends FieldBase<'files', readonly string[], R>,
    FilesOptions {}
/** Paths of several uploaded images, likewise; the first one stands for the row in lists. */
export interface ImagesField<R extends boolean = boolean>
  extends FieldBase<'images', readonly string[], R>,
    FilesOptions {}
/** A column of a small table inside a row. */
export type LineColumn =
  | TextField
  | IntegerField
  | DecimalField
  | MoneyField
  | YearField
  | DateField
  | YesNoField
  | CodeField;
/** The columns of such a table by name, in their order. */
export type LineColumns = Readonly<Record<string, LineColumn>>;
/** One line of such a table; a blank cell is null, decimals are text. */
export type LineOf<C extends LineColumns> = {
  readonly [K in keyof C]: C[K] extends { readonly required: true } ? ValueOf<C[K]> : ValueOf<C[K]> | null;
};
/** Names of the columns that can be summed. */
type SummedColumn<C extends LineColumns> = {
  [K in keyof C]: C[K]['kind'] extends 'integer' | 'decimal' | 'money' ? K : never;
}[keyof C] &
  string;
/** Options of a small table inside a row. */
export interface LinesOptions<C extends LineColumns> extends FieldOptions<readonly LineOf<C>[]> {
  readonly of: C;
  /** Most lines; `limits.linesMax` unless told. */
  readonly max?: number;
  /** Columns whose sum stands beneath the table. */
  readonly totals?: readonly string[];
}
/** A small typed table inside a row, such as the items of a quotation. It lives and is changed with its row. */
export interface LinesField<R extends boolean = boolean, C extends LineColumns = LineColumns>
  extends FieldBase<'lines', readonly LineOf<C>[], R>,
    LinesOptions<C> {}
/** Any JSON value. */
export interface JsonField<R extends boolean = boolean>
  extends FieldBase<'json', unknown, R>,
    FieldOptions<unknown> {}

/** Any field of any kind. */
export type Field =
  | IdField
  | YearField
  | IntegerField
  | DecimalField
  | MoneyField
  | TextField
  | SecretField
  | RichTextField
  | DateField
  | DateTimeField
  | MobileField
  | YesNoField
  | CodeField
  | CodesField
  | RefField
  | RefsField
  | FileField
  | ImageField
  | FilesField
  | ImagesField
  | LinesField
  | JsonField;

/** The closed list of field kinds; each has one small file in `model/fields`, the server and the web. */
export type FieldKind = Field['kind'];

/** The fields of a dataset by name, in the order of the declaration. */
export type FieldMap = Readonly<Record<string, Field>>;

/** The validated value of a field. */
export type ValueOf<F> = F extends { readonly value?: infer V } ? Exclude<V, undefined> : never;

/** Options of a field beside those of its kind; without a label it is called as the dictionary has it. */
interface Said<R extends boolean> {
  readonly required?: R;
  readonly label?: Label;
}

/** The label of a field that has none of its own yet. */
const unnamed: Label = { zh: '', en: '' };

function make<F extends Field>(kind: F['kind'], options: object): F {
  // The one place where a field object comes into being: `kind`, `label` and `required` complete the options.
  return Object.freeze({ label: unnamed, required: false, ...options, kind }) as unknown as F;
}

/** A field whose value is read of other rows, in the same statement as its own row, within what the reader may see. */
type DerivedField<F extends Field, D extends Derived> = Omit<F, 'derived'> & { readonly derived: D };

/** Options of a value that is read of other rows. */
type ReadOnly = Pick<Said<false>, 'label'> & Pick<FieldOptions<never>, 'help' | 'hiddenFrom'>;

function derive<F extends Field, const D extends Derived>(of: F, derived: D): DerivedField<F, D> {
  return Object.freeze({ ...of, readOnly: true, derived });
}

type Plain<V, R extends boolean> = FieldOptions<V> & Said<R>;
const nothing = {};

/**
 * The declaration language's nouns for fields: `field.year({ required: true })` and so on. The options are those of
 * the kind and no others, so a misspelt or misplaced one does not compile. `NoInfer` keeps what the place expects (any
 * field) out of what was said.
 */
export const field = {
  /** The number of a row, or of a person in a log: the server alone gives it. */
  id: (o: Pick<Said<false>, 'label'> & Pick<FieldOptions<number>, 'private'> = nothing) =>
    make<IdField<false>>('id', { ...o, readOnly: true }),
  year: <const R extends boolean = false>(o: Plain<number, R> = nothing) =>
    make<YearField<NoInfer<R>>>('year', o),
  integer: <const R extends boolean = false>(o: IntegerOptions & Said<R> = nothing) =>
    make<IntegerField<NoInfer<R>>>('integer', o),
  decimal: <const R extends boolean = false>(o: DecimalOptions & Said<R>) =>
    make<DecimalField<NoInfer<R>>>('decimal', o),
  money: <const R extends boolean = false>(o: MoneyOptions & Said<R> = nothing) =>
    make<MoneyField<NoInfer<R>>>('money', o),
  text: <const R extends boolean = false>(o: TextOptions & Said<R>) => make<TextField<NoInfer<R>>>('text', o),
  secret: <const R extends boolean = false>(
    o: Pick<SecretOptions, 'max' | 'multiline' | 'help' | 'hiddenFrom'> & Said<R>,
  ) => make<SecretField<NoInfer<R>>>('secret', o),
  richText: <const R extends boolean = false>(o: Plain<string, R> = nothing) =>
    make<RichTextField<NoInfer<R>>>('richText', o),
  date: <const R extends boolean = false>(o: Plain<string, R> = nothing) =>
    make<DateField<NoInfer<R>>>('date', o),
  dateTime: <const R extends boolean = false>(o: Plain<string, R> = nothing) =>
    make<DateTimeField<NoInfer<R>>>('dateTime', o),
  mobile: <const R extends boolean = false>(o: MobileOptions & Said<R> = nothing) =>
    make<MobileField<NoInfer<R>>>('mobile', o),
  yesNo: <const R extends boolean = false>(o: Plain<0 | 1, R> = nothing) =>
    make<YesNoField<NoInfer<R>>>('yesNo', o),
  code: <C extends number | string, N extends string, const R extends boolean = false>(
    o: CodeOptions<C, N> & Said<R>,
  ) => make<CodeField<NoInfer<R>, C, N>>('code', o),
  codes: <C extends number | string, N extends string, const R extends boolean = false>(
    o: CodesOptions<C, N> & Said<R>,
  ) => make<CodesField<NoInfer<R>, C, N>>('codes', o),
  ref: <
    const T extends string,
    const W extends string = never,
    const Q extends Where = Record<never, never>,
    const R extends boolean = false,
    const A extends Among = never,
  >(
    o: RefOptions<T, W, Q, A> & Said<R>,
  ) => make<RefField<NoInfer<R>, T, NoInfer<W>, Q, NoInfer<A>>>('ref', o),
  refs: <
    const T extends string,
    const Q extends Where = Record<never, never>,
    const R extends boolean = false,
  >(
    o: RefsOptions<T, Q> & Said<R>,
  ) => make<RefsField<NoInfer<R>, T, Q>>('refs', o),
  /** How many rows of the dataset `of` refer to the row by `by`, of those that the reader may see. */
  count: <const T extends string, const B extends string, const Q extends When = Record<never, never>>({
    of,
    by,
    where,
    ...said
  }: ReadOnly & { readonly of: T; readonly by: B; readonly where?: Q }) =>
    derive(make<IntegerField<false>>('integer', said), { kind: 'count', of, by, ...(where && { where }) }),
  /** The sum of the amount `what` over those rows, `0.00` of none. */
  sum: <
    const T extends string,
    const B extends string,
    const W extends string,
    const Q extends When = Record<never, never>,
  >({
    of,
    by,
    what,
    where,
    ...said
  }: ReadOnly & { readonly of: T; readonly by: B; readonly what: W; readonly where?: Q }) =>
    derive(make<MoneyField<false>>('money', said), { kind: 'sum', of, by, what, ...(where && { where }) }),
  /** The value `what` of the row that the reference `via` leads to; `as` is a field of its kind. Empty where the reader may not see that row. */
  lookup: <const V extends string, const W extends string, F extends Field>({
    via,
    what,
    as,
  }: {
    readonly via: V;
    readonly what: W;
    readonly as: F;
  }) => derive(as, { kind: 'lookup', via, what }),
  file: <const R extends boolean = false>(o: Plain<string, R> = nothing) =>
    make<FileField<NoInfer<R>>>('file', o),
  image: <const R extends boolean = false>(o: Plain<string, R> = nothing) =>
    make<ImageField<NoInfer<R>>>('image', o),
  files: <const R extends boolean = false>(o: FilesOptions & Said<R> = nothing) =>
    make<FilesField<NoInfer<R>>>('files', o),
  images: <const R extends boolean = false>(o: FilesOptions & Said<R> = nothing) =>
    make<ImagesField<NoInfer<R>>>('images', o),
  lines: <const C extends LineColumns, const R extends boolean = false>(
    o: Omit<LinesOptions<C>, 'totals' | 'default' | 'generated'> & {
      readonly totals?: readonly SummedColumn<C>[];
    } & Said<R>,
  ) => make<LinesField<NoInfer<R>, C>>('lines', o),
  json: <const R extends boolean = false>(o: Plain<unknown, R> = nothing) =>
    make<JsonField<NoInfer<R>>>('json', o),
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

/** Whether a field holds a number or an address of a person, see {@link TextOptions.personal}. */
export function isPersonal(field: Field): boolean {
  return (
    field.kind === 'mobile' ||
    (field.kind === 'text' && (field.personal === true || formatOf(field.format)?.personal === true))
  );
}
