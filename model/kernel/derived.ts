import type { AnyDataset } from './dataset.ts';
import type { Field } from './field.ts';
import type { When } from './when.ts';

/** How many rows of another dataset refer to a row. */
export interface Counted {
  readonly kind: 'count';
  readonly of: string;
  /** The other dataset's reference to this one. */
  readonly by: string;
  /** Only rows with these values. */
  readonly where?: When;
}

/** The sum of an amount over the rows of another dataset that refer to a row. */
export interface Summed extends Omit<Counted, 'kind'> {
  readonly kind: 'sum';
  readonly what: string;
}

/** A value of the row that a reference of the row's own leads to. */
export interface LookedUp {
  readonly kind: 'lookup';
  /** The reference. */
  readonly via: string;
  readonly what: string;
}

/** Where a value comes from that is read of other rows and not kept in a column. */
export type Derived = Counted | Summed | LookedUp;

/**
 * A value filled in from the row that a reference leads to when that is chosen, and then the row's own: the price of the
 * goods that are ordered, which may be changed.
 */
export interface Filled {
  /** The reference. */
  readonly from: string;
  /** The field of the row that it leads to. */
  readonly what: string;
}

type FilledField<F extends Field, L extends Filled> = Omit<F, 'filled'> & { readonly filled: L };

/**
 * Makes a field begin with a value of the row that is chosen by a reference: `filled({ from: 'goodsId', what: 'price' },
 * field.money({ required: true }))`. A form takes it over at once, a call and a new row of an import where they give
 * nothing; it stays as it is when the other row changes.
 */
export function filled<const L extends Filled, F extends Field>(from: L, of: F): FilledField<F, L> {
  return Object.freeze({ ...of, filled: from });
}

/** The dataset that a reference called `name` leads to, or undefined. */
function targetOf(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): AnyDataset | undefined {
  const field = dataset.fields[name];
  return field?.kind === 'ref' ? all.find(other => other.name === field.to) : undefined;
}

const numbers: readonly Field['kind'][] = ['integer', 'decimal', 'money'];

/** Whether a field is a column that may be told to whoever reads rows that refer to it. */
function isTold(dataset: AnyDataset, name: string): boolean {
  const field = dataset.fields[name];
  return (
    field !== undefined &&
    !field.private &&
    !field.computed &&
    !field.elsewhere &&
    !field.derived &&
    field.kind !== 'secret'
  );
}

/** Mistakes in a value that a field takes from other rows. */
export function derivedProblems(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): string[] {
  const field = dataset.fields[name];
  const problems: string[] = [];
  const { derived, filled: fill } = field ?? {};
  if (derived?.kind === 'lookup') problems.push(...taken(derived.via, derived.what));
  else if (derived) {
    const other = all.find(one => one.name === derived.of);
    const by = other?.fields[derived.by];
    if (!other) problems.push(`is read of the unknown dataset ${derived.of}`);
    else if (by?.kind !== 'ref' || by.to !== dataset.name) {
      problems.push(`is read by ${derived.of}.${derived.by}, which is no reference to ${dataset.name}`);
    } else {
      for (const part of [
        ...Object.keys(derived.where ?? {}),
        ...(derived.kind === 'sum' ? [derived.what] : []),
      ]) {
        if (!isTold(other, part)) problems.push(`is read of ${derived.of}.${part}, which is no column`);
      }
      if (derived.kind === 'sum' && !numbers.includes(other.fields[derived.what]?.kind ?? 'text')) {
        problems.push(`sums ${derived.of}.${derived.what}, which is no number`);
      }
    }
  }
  if (fill) {
    problems.push(...taken(fill.from, fill.what));
    // Whoever may choose a row is shown what it fills in.
    if (field?.kind === 'mobile' || (field?.kind === 'text' && field.personal)) {
      problems.push('is a number of a person and cannot be filled in');
    }
  }
  return problems;

  function taken(reference: string, what: string): string[] {
    const target = targetOf(dataset, reference, all);
    if (!target) return [`is taken by ${reference}, which is no reference`];
    if (!isTold(target, what)) return [`is taken from ${target.name}.${what}, which is no column`];
    const told = target.fields[what];
    // What a row refers to may be filled in; read of another row it would be a number without a name.
    const alike =
      told?.kind === 'ref' && field?.kind === 'ref'
        ? fill !== undefined && told.to === field.to
        : told?.kind === field?.kind && told?.kind !== 'refs';
    return alike ? [] : [`is of another kind than ${target.name}.${what}`];
  }
}
