import type { Derived } from './derived.ts';
import type {
  Among,
  CodeField,
  CodeOptions,
  CodesField,
  CodesOptions,
  Field,
  FieldBase,
  FieldKind,
  FieldOptions,
  LineColumns,
  LinesField,
  LinesOptions,
  RefField,
  RefOptions,
  RefsField,
  RefsOptions,
  Where,
} from './field.ts';
import type { Label } from './label.ts';
import type { When } from './validate/when.ts';

/** Options of every field declaration; the label defaults to the dictionary's. */
interface Said<R extends boolean> {
  readonly required?: R;
  readonly label?: Label;
}

/** An option recorded in the type of the field: a field with a default is never null in a stored row. */
type Default<D> = { readonly default?: D };

/** A field with what its type records of its options. */
type Made<F, R, D = undefined> = F & { readonly required: R } & ([D] extends [undefined]
    ? unknown
    : { readonly default: NonNullable<unknown> });

/** The fields of a kind that has no parameters. */
type FieldOf<K extends FieldKind> = Extract<Field, { readonly kind: K }>;

/** The options of such a kind. */
type OptionsOf<K extends FieldKind> = Omit<FieldOf<K>, keyof FieldBase<string, unknown> | 'searched'>;

function make<F extends Field>(kind: FieldKind, options: object = {}): F {
  // The only place that creates a field: `kind`, `label` and `required` complete the options. A blank label is taken from
  // the dictionary.
  return Object.freeze({ label: { zh: '', en: '' }, required: false, ...options, kind }) as unknown as F;
}

/** Declares fields of a kind that needs no options. */
function open<const K extends FieldKind>(kind: K) {
  return <const R extends boolean = false, const D = undefined>(o?: OptionsOf<K> & Said<R> & Default<D>) =>
    make<Made<FieldOf<K>, NoInfer<R>, NoInfer<D>>>(kind, o);
}

/** Declares fields of a kind that has options which must be given. */
function given<const K extends FieldKind>(kind: K) {
  return <const R extends boolean = false, const D = undefined>(o: OptionsOf<K> & Said<R> & Default<D>) =>
    make<Made<FieldOf<K>, NoInfer<R>, NoInfer<D>>>(kind, o);
}

/**
 * A field whose value comes from other rows, in the same statement as its own row, limited to rows the reader may see.
 */
type DerivedField<F extends Field, D extends Derived> = Omit<F, 'derived'> & { readonly derived: D };

/** Options of a value that is read of other rows. */
type ReadOnly = Pick<Said<false>, 'label'> & Pick<FieldOptions<never>, 'help' | 'hiddenFrom' | 'needs'>;

function derive<F extends Field, const D extends Derived>(of: F, derived: D): DerivedField<F, D> {
  return Object.freeze({ ...of, readOnly: true, derived });
}

/** The part of a reference's type that records a label for 0. */
type Zeroed<Z> = [Z] extends [undefined] ? unknown : { readonly zero: Z };

/**
 * Declares fields: `field.year({ required: true })` and so on. Each kind accepts only its own options, so a misspelt or
 * misplaced one does not compile. `NoInfer` keeps the expected type (any field) out of the inferred options.
 */
export const field = {
  /** The id of a row; only the server sets it. */
  id: (o: Pick<Said<false>, 'label'> = {}) =>
    make<Made<FieldOf<'id'>, false>>('id', { ...o, readOnly: true }),
  /** The id of a person or an organisation in a log; null if there is none. */
  loggedId: (o: Pick<Said<false>, 'label'> & Pick<FieldOptions<number>, 'private'>) =>
    make<Made<FieldOf<'id'>, false> & { readonly logged: true }>('id', {
      ...o,
      readOnly: true,
      logged: true,
    }),
  year: open('year'),
  integer: open('integer'),
  decimal: given('decimal'),
  money: open('money'),
  text: given('text'),
  secret: <const R extends boolean = false>(
    o: Omit<OptionsOf<'secret'>, 'default' | 'generated' | 'headers' | 'elsewhere'> & Said<R>,
  ) => make<Made<FieldOf<'secret'>, NoInfer<R>>>('secret', o),
  richText: open('richText'),
  date: open('date'),
  dateTime: open('dateTime'),
  mobile: open('mobile'),
  yesNo: open('yesNo'),
  code: <C extends number | string, N extends string, const R extends boolean = false, const D = undefined>(
    o: CodeOptions<C, N> & Said<R> & Default<D>,
  ) => make<Made<CodeField<C, N>, NoInfer<R>, NoInfer<D>>>('code', o),
  codes: <C extends number | string, N extends string, const R extends boolean = false>(
    o: CodesOptions<C, N> & Said<R>,
  ) => make<Made<CodesField<C, N>, NoInfer<R>>>('codes', o),
  ref: <
    const T extends string,
    const W extends string = never,
    const Q extends Where = Record<never, never>,
    const R extends boolean = false,
    const A extends Among = never,
    const D = undefined,
    const Z = undefined,
  >(
    o: RefOptions<T, W, Q, A> & Said<R> & Default<D> & { readonly zero?: Z },
  ) =>
    make<Made<RefField<T, NoInfer<W>, Q, NoInfer<A>>, NoInfer<R>, NoInfer<D>> & Zeroed<NoInfer<Z>>>('ref', o),
  refs: <
    const T extends string,
    const W extends string = never,
    const Q extends Where = Record<never, never>,
    const R extends boolean = false,
  >(
    o: RefsOptions<T, W, Q> & Said<R>,
  ) => make<Made<RefsField<T, NoInfer<W>, Q>, NoInfer<R>>>('refs', o),
  /** The number of rows of the dataset `of` that refer to this row by `by`, limited to rows the reader may see. */
  count: <const T extends string, const B extends string, const Q extends When = Record<never, never>>({
    of,
    by,
    where,
    ...said
  }: ReadOnly & { readonly of: T; readonly by: B; readonly where?: Q }) =>
    derive(make<Made<FieldOf<'integer'>, false>>('integer', said), {
      kind: 'count',
      of,
      by,
      ...(where && { where }),
    }),
  /** The sum of the amount `what` over those rows, `0.00` if there are none. */
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
    derive(make<Made<FieldOf<'money'>, false>>('money', said), {
      kind: 'sum',
      of,
      by,
      what,
      ...(where && { where }),
    }),
  file: open('file'),
  image: open('image'),
  files: open('files'),
  images: open('images'),
  lines: <const C extends LineColumns, const R extends boolean = false>(
    o: Omit<LinesOptions<C>, 'default' | 'generated'> & Said<R>,
  ) => make<Made<LinesField<C>, NoInfer<R>>>('lines', o),
  json: open('json'),
} as const;
