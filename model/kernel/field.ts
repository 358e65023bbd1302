import { type FormatName, formatOf } from '../fields/parts/formats.ts';
import type { CodeSet } from './codes.ts';
import type { Derived, Filled } from './derived.ts';
import type { Label } from './label.ts';
import type { ScopeKind } from './scope.ts';
import type { When } from './validate/when.ts';

/** Options of every field, whatever its kind. `V` is the type of a validated value. */
export interface FieldOptions<V> {
  /**
   * Initial value in a form, and value of an optional field that a new row does not name; a function receives the
   * current instant. A required field must still be given: an omission is reported, not filled in. It never replaces a
   * value that somebody cleared, see `emptied` in validate.ts.
   */
  readonly default?: V | ((now: Date) => V);
  /** Value that the server generates for a new row without one, such as a code (domain F4). */
  readonly generated?: () => V;
  /** Further column headers that match this field, in addition to its labels. */
  readonly headers?: readonly string[];
  /** One sentence below the input and in the template's note. */
  readonly help?: Label;
  /** Stored and shown, but set only by the server; ignored if sent by a client. */
  readonly readOnly?: boolean;
  /**
   * Written and read with the row but stored outside its table: the dataset's server file stores it (hook `saved`) and
   * reads it (`expressions`), for example a person's roles in their join table, or a password next to the account.
   * Lists show it only if they name it as a column.
   */
  readonly elsewhere?: boolean;
  /** Never leaves the server and cannot be filtered, sorted or exported by. */
  readonly private?: boolean;
  /** Kinds of scope whose people may only read the dataset and do not see the field, as if it were private. */
  readonly hiddenFrom?: readonly ScopeKind[];
  /**
   * Permission code without which a person does not see the field, as if it were private. Only the server sets such a
   * field, and no row is named by it; see `model/assert/need-problems.ts`.
   */
  readonly needs?: `${string}:${string}`;
  /**
   * A value that is worth taking in bulk, such as an answer or a token: the audit log has a line for each answer that shows
   * it of several rows.
   */
  readonly watched?: boolean;
  /** Datasets whose rows the input offers by name although the field is no reference, such as the target of a link. */
  readonly offers?: readonly string[];
  /** May be given for a new row, and is fixed afterwards (spec section 2, exam school). */
  readonly lockedOnEdit?: boolean;
}

/** A field as the engine sees it; the phantom `value` carries the value's type and never exists. */
export interface FieldBase<K extends string, V> {
  readonly kind: K;
  /** Label shown to people; blank until the dataset takes it from the dictionary in `model/labels.ts`. */
  readonly label: Label;
  /** Must be present and not empty when a row is created, and may not be cleared later. */
  readonly required: boolean;
  /** Values of other fields under which the field is part of the row, see `when` in when.ts. */
  readonly when?: When;
  /** Where the value is read of other rows, see `field.count` and `field.sum`. */
  readonly derived?: Derived;
  /** Source of a filled-in value, see `filled` in derived.ts. */
  readonly filled?: Filled;
  readonly value?: V;
}

/** A field with the options of every field. */
interface PlainField<K extends string, V> extends FieldBase<K, V>, FieldOptions<V> {}

/** Bounds of a number, both included. A number starts at zero, and a share of a whole ends at one. */
export interface Bounds {
  /** Defaults to 0. */
  readonly min?: number;
  readonly max?: number;
  /** May be negative: a correction, a change of stock, a place on the globe. Required for a `min` below zero. */
  readonly signed?: true;
}
/** The form of a number in files, see `model/fields/parts/counted.ts`. */
interface Written<Unit extends NumberUnit> {
  /** Unit that files write after it. Defaults to points and people, of an amount to yuan. */
  readonly unit?: Unit;
}
/**
 * Units in which files write numbers: points and people, points with an open class at the end of the table (`750分及以上`
 * is read as 750), years, yuan, yuan per year (`9,000元/年`).
 */
export type NumberUnit = 'count' | 'openClass' | 'year' | 'yuan' | 'yuanPerYear';
/** Options of a code: the closed set it is of. */
export interface CodeOptions<C extends number | string, N extends string = string>
  extends FieldOptions<NoInfer<C>> {
  /**
   * Shows the codes side by side, however wide; by default only if they fit. For the choice that says what kind of row
   * a form is about, as the specification asks for it.
   */
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
/** A dataset `of` that lists the choices: its rows with the same values in the fields `by` name the rows offered. */
export interface Among {
  readonly of: string;
  readonly by: readonly string[];
}
/** Options of a reference: `to` names the target dataset. */
export interface RefOptions<T extends string, W extends string, Q extends Where, A extends Among>
  extends FieldOptions<number> {
  readonly to: T;
  /** Fields of this row that must equal the same-named fields of the row referred to. */
  readonly within?: readonly W[];
  /**
   * Fields in which the referenced row must equal this row, or be 0 for all: a batch of the category, or of all
   * categories. If this row's field is empty or 0, any row matches.
   */
  readonly orAny?: readonly W[];
  /**
   * Offers only the rows that another dataset assigns to this row: the places of the exam, out of all places. `of`
   * refers to the same target and also has the fields `by`; its disabled rows are ignored. The server side decides what
   * may be saved.
   */
  readonly among?: A;
  /** Label of the special value 0: all, or root (domain 2, head). Leave it out to make 0 invalid. */
  readonly zero?: Label;
  /** Limits the reference to target rows with these values. */
  readonly where?: Q;
  /** `false`: the referenced row may be deleted even though this row names it. */
  readonly protects?: false;
}
/** Options of several references in one field. */
export interface RefsOptions<T extends string, W extends string, Q extends Where>
  extends FieldOptions<readonly number[]> {
  readonly to: T;
  /** Fields of this row that must equal the same-named fields of every row referred to. */
  readonly within?: readonly W[];
  readonly where?: Q;
  /** Most rows it may hold. Defaults to `limits.idsMax`. */
  readonly max?: number;
}

/** Options of several files in one field. */
export interface FilesOptions extends FieldOptions<readonly string[]>, StoredOptions {
  /** Most files it may hold. Defaults to `limits.filesMax`. */
  readonly max?: number;
}

/** The number of a row. */
export interface IdField extends PlainField<'id', number> {
  /** True for a number in a log, not the row's own, which may be null. */
  readonly logged?: boolean;
}
/** A four-digit year. */
export type YearField = PlainField<'year', number>;
/** A whole number, within 32 bits unless bounded closer. */
export interface IntegerField extends PlainField<'integer', number>, Bounds, Written<'year'> {}
/** An exact decimal, stored as text such as `12.50`. */
export interface DecimalField extends PlainField<'decimal', string>, Bounds, Written<'openClass'> {
  readonly scale: number;
  /** A share of a whole, stored as its fraction and shown as a percentage: 0.3238 as 32.38%. */
  readonly share?: true;
  /** Holds ranks of some rows and scores of others: shown without zeros after the point, 1405.00 as 1405. */
  readonly plain?: true;
}
/** Yuan with two decimals, stored as text (domain 0.1: decimal(12,2)). */
export interface MoneyField
  extends PlainField<'money', string>,
    Pick<Bounds, 'min' | 'signed'>,
    Written<'yuanPerYear'> {}
/** Text. */
export interface TextField extends PlainField<'text', string> {
  readonly max: number;
  readonly multiline?: boolean;
  /** The text's format, see `model/fields/parts/formats.ts`; add new ones there. */
  readonly format?: FormatName;
  /**
   * A number of a person, such as an identity number: masked in lists, in the trash, in the history, in exports and in
   * logs, and shown in full only to people who may change the row. Searches need the complete value, and lists cannot
   * sort by it, because partial matches or an order would reveal the rest step by step. Mobile numbers and texts with a
   * personal format are always personal.
   */
  readonly personal?: boolean;
  /**
   * Index for filtering a list by the field: `equal` matches the whole value, `prefix` its beginning, `range` the whole
   * value or everything from one to another (`serialNoStart`, `serialNoEnd`), for numbers of one length, all
   * case-sensitive. Without it a filter matches any part of the text and reads every row.
   */
  readonly find?: 'equal' | 'prefix' | 'range';
  /**
   * Form in which identifying and filtered texts are compared; the stored text is unchanged. `groupNumber` compares the
   * numbers of groups of majors (`model/rules/group-number.ts`).
   */
  readonly compareBy?: 'groupNumber';
  /** Lists and selects look for its words and their sound; follows from the names and filters of the dataset. */
  readonly searched?: true;
}
/**
 * A key or password for an outside system: sealed in the database, written and never read. A stored one reads as
 * `true`. Send `true` or a blank to keep it, `false` to remove it.
 */
export interface SecretField extends PlainField<'secret', string | true> {
  readonly max: number;
  readonly multiline?: boolean;
  /** Form of the text. Logs recognise and mask it by this form, whatever the field is called. */
  readonly format?: 'activationCode';
  /**
   * A private text field that keeps the first characters in plain, as many as it has room for: rows are shown with
   * them, the rest masked (`ABCD********`).
   */
  readonly head?: string;
  /**
   * A private text field that keeps a keyed digest, by which the row of a given secret is found without opening any
   * (`findBySecret`). Declare it unique if two rows must not have the same secret.
   */
  readonly digest?: string;
  /**
   * Exports have it in plain: the code to export is the right to read it. Said beside the secret and in the export's
   * columns, so that no list of columns alone lets a secret out.
   */
  readonly exported?: true;
}
/** HTML from the editor, sanitised when it is written and again when it is shown. */
export type RichTextField = PlainField<'richText', string>;
/** A calendar date, `YYYY-MM-DD`. */
export type DateField = PlainField<'date', string>;
/** An instant, written as Asia/Shanghai wall time `YYYY-MM-DD HH:mm:ss`. */
export interface DateTimeField extends PlainField<'dateTime', string> {
  /** Marks an end: a day without a time means its last second. Set automatically on the end of a `notBefore` check. */
  readonly until?: boolean;
  /** An appointment: its input offers tomorrow, three days from now and next Monday by one press. */
  readonly soon?: boolean;
}
/** An 11-digit mobile number of China. */
export interface MobileField extends PlainField<'mobile', string> {
  /** Creates an index for filtering lists by the field. */
  readonly find?: 'equal';
}
/** Yes or no, 1 or 0. */
export interface YesNoField extends PlainField<'yesNo', 0 | 1> {
  /** A yes is nothing good and is shown so: a candidate was absent. */
  readonly warns?: true;
}
/** One code of a closed set. */
export interface CodeField<C extends number | string = number | string, N extends string = string>
  extends FieldBase<'code', C>,
    CodeOptions<C, N> {}
/** Several codes of a closed set, in its order. */
export interface CodesField<C extends number | string = number | string, N extends string = string>
  extends FieldBase<'codes', readonly C[]>,
    CodesOptions<C, N> {}
/** A row of another dataset, stored as the value that dataset is referred to by. */
export interface RefField<
  T extends string = string,
  W extends string = string,
  Q extends Where = Where,
  A extends Among = Among,
> extends FieldBase<'ref', number>,
    RefOptions<T, W, Q, A> {}
/** Several rows of another dataset. */
export interface RefsField<T extends string = string, W extends string = string, Q extends Where = Where>
  extends FieldBase<'refs', readonly number[]>,
    RefsOptions<T, W, Q> {}
/** Who sees a stored picture or file. */
export interface StoredOptions {
  /**
   * A picture or document of a person: served only within a session, to people who may list the dataset and reach a row
   * with the file, and never cached. Anyone who knows the path can read other pictures, since texts in consumer apps
   * embed them; files other than pictures are always personal.
   */
  readonly personal?: boolean;
  /**
   * Permission codes of pages that show the file, within their holders' scope, to people who may not list the dataset.
   */
  readonly shownBy?: readonly string[];
}

/** Path of an uploaded file. */
export interface FileField extends PlainField<'file', string>, StoredOptions {}
/** Path of an uploaded image. */
export interface ImageField extends PlainField<'image', string>, StoredOptions {}
/** Paths of several uploaded files, in their given order; empty for none. */
export interface FilesField extends FieldBase<'files', readonly string[]>, FilesOptions {}
/** Paths of several uploaded images, as above; lists show the first one. */
export interface ImagesField extends FieldBase<'images', readonly string[]>, FilesOptions {}
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
/** The columns of such a table by name, in order. */
export type LineColumns = Readonly<Record<string, LineColumn>>;
/** One line of such a table; a blank cell is null, decimals are text. */
export type LineOf<C extends LineColumns> = {
  readonly [K in keyof C]: C[K] extends { readonly required: true } ? ValueOf<C[K]> : ValueOf<C[K]> | null;
};
/** Options of a small table inside a row. */
export interface LinesOptions<C extends LineColumns> extends FieldOptions<readonly LineOf<C>[]> {
  readonly of: C;
  /** Most lines. Defaults to `limits.linesMax`. */
  readonly max?: number;
}
/** A small typed table inside a row, such as the items of a quotation. It is stored and saved with its row. */
export interface LinesField<C extends LineColumns = LineColumns>
  extends FieldBase<'lines', readonly LineOf<C>[]>,
    LinesOptions<C> {}
/** Any JSON value. */
export type JsonField = PlainField<'json', unknown>;

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

/**
 * The name of the field that carries a reference's name in answers, next to its id: `provinceId` gives `provinceName`,
 * `tagIds` gives `tagNames` (domain 0.1).
 */
export function refNameKey(name: string): string {
  if (name.endsWith('Ids')) return `${name.slice(0, -3)}Names`;
  if (name.endsWith('Id')) return `${name.slice(0, -2)}Name`;
  return `${name}Name`;
}

/** Reports whether a field holds a number or an address of a person, see {@link TextField.personal}. */
export function isPersonal(field: Field): boolean {
  return (
    field.kind === 'mobile' ||
    (field.kind === 'text' && (field.personal === true || formatOf(field.format)?.personal === true))
  );
}

/** A field that holds paths of stored files. */
export type StoredField = FileField | ImageField | FilesField | ImagesField;

/** Reports whether a field holds paths of stored files. */
export function isStoredFile(field: Field): field is StoredField {
  return field.kind === 'image' || field.kind === 'images' || field.kind === 'file' || field.kind === 'files';
}

/**
 * Reports whether a field's files may be read only by people who can reach the row, see {@link StoredOptions.personal}.
 */
export function isPersonalFile(field: Field): field is StoredField {
  return isStoredFile(field) && (field.personal === true || field.kind === 'file' || field.kind === 'files');
}
