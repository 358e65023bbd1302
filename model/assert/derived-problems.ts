import type { AnyDataset } from '../kernel/dataset.ts';
import type { Field } from '../kernel/field.ts';

/** The dataset that the reference `name` points to, or undefined. */
function targetOf(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): AnyDataset | undefined {
  const field = dataset.fields[name];
  return field?.kind === 'ref' ? all.find(other => other.name === field.to) : undefined;
}

const numbers: readonly Field['kind'][] = ['integer', 'decimal', 'money'];

/** Reports whether a field is a column that readers of referring rows may see. */
function isTold(dataset: AnyDataset, name: string): boolean {
  const field = dataset.fields[name];
  return (
    field !== undefined && !field.private && !field.elsewhere && !field.derived && field.kind !== 'secret'
  );
}

/** Mistakes in a value that a field takes from other rows. */
export function derivedProblems(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): string[] {
  const field = dataset.fields[name];
  const problems: string[] = [];
  const { derived, filled: fill } = field ?? {};
  if (derived) {
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
    // People who may choose a row see the values it fills in.
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
    // A reference may be filled in; looked up from another row, it would be a number without a name.
    const alike =
      told?.kind === 'ref' && field?.kind === 'ref'
        ? fill !== undefined && told.to === field.to
        : told?.kind === field?.kind && told?.kind !== 'refs';
    return alike ? [] : [`is of another kind than ${target.name}.${what}`];
  }
}
