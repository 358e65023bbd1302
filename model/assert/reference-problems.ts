import { referenceTo } from '../kernel/cascade.ts';
import { type AnyDataset, fieldOf } from '../kernel/dataset.ts';
import { type RefField, type RefsField, refNameKey } from '../kernel/field.ts';

/** Mistakes in the reference `name`; none if the field is no reference. */
export function referenceProblems(dataset: AnyDataset, name: string, all: readonly AnyDataset[]): string[] {
  const field = dataset.fields[name];
  if (field?.kind !== 'ref' && field?.kind !== 'refs') return [];
  const target = all.find(other => other.name === field.to);
  if (!target) return [`refers to the unknown dataset ${field.to}`];
  const problems: string[] = [];
  // The row may store the name itself: a partner writes down its channel's name (spec section 3).
  const named = dataset.fields[refNameKey(name)];
  if (named && named.kind !== 'text') {
    problems.push(`its name ${refNameKey(name)} is a field of its own`);
  }
  problems.push(...withinProblems(dataset, field, target));
  if (field.kind === 'ref')
    problems.push(...anyProblems(dataset, field, target), ...offerProblems(dataset, field, all));
  for (const within of target.identity.within ?? []) {
    if (!field.within?.includes(within)) problems.push(`must be within ${within}, as ${target.name} is`);
  }
  for (const where of Object.keys(field.where ?? {})) {
    if (!fieldOf(target, where)) problems.push(`asks for ${where}, which is not a field of ${target.name}`);
  }
  return problems;
}

/** Fields that limit a reference and are missing on one of its sides. */
function withinProblems(dataset: AnyDataset, field: RefField | RefsField, target: AnyDataset): string[] {
  return (field.within ?? []).flatMap(within => [
    ...(fieldOf(dataset, within) ? [] : [`is within ${within}, which is not a field here`]),
    ...(fieldOf(target, within) ? [] : [`is within ${within}, which is not a field of ${target.name}`]),
  ]);
}

/** Mistakes in the fields by which rows for all are offered too (`orAny`). */
function anyProblems(dataset: AnyDataset, field: RefField, target: AnyDataset): string[] {
  return (field.orAny ?? []).flatMap(part => {
    const theirs = fieldOf(target, part);
    return [
      ...(fieldOf(dataset, part) ? [] : [`is of any ${part}, which is not a field here`]),
      ...(theirs?.kind === 'ref' && theirs.zero
        ? []
        : [`is of any ${part}, of which ${target.name} has no row for all`]),
      ...(field.within?.includes(part) ? [`is both within ${part} and of any`] : []),
    ];
  });
}

/** Mistakes in the dataset that lists the choices of a reference (`among`). */
function offerProblems(dataset: AnyDataset, { to, among }: RefField, all: readonly AnyDataset[]): string[] {
  if (!among) return [];
  const namer = all.find(other => other.name === among.of);
  return [
    ...(namer && referenceTo(namer, to) !== undefined
      ? []
      : [`is among rows of ${among.of}, which does not refer to ${to}`]),
    ...among.by
      .filter(one => !fieldOf(dataset, one) || !(namer && fieldOf(namer, one)))
      .map(one => `is among rows by ${one}, which is no field of both`),
  ];
}
