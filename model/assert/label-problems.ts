import type { AnyDataset } from '../kernel/dataset.ts';
import type { Field } from '../kernel/field.ts';
import type { Label } from '../kernel/label.ts';
import type { Problem } from './problem.ts';

const chinese = /\p{Script=Han}/u;

/** Why a label cannot be shown in both languages; undefined if it can. Names of houses stay Chinese in code sets alone. */
export function labelFault({ zh, en }: Label): string | undefined {
  if (zh.trim() === '' || en.trim() === '') return 'has an empty label';
  return chinese.test(en) ? `has a Chinese label in English: ${en}` : undefined;
}

/**
 * Labels that one of the two languages lacks, and personal numbers of a kind that neither checks nor masks them: a
 * mobile number of a person is `field.mobile`, an ID number has the format `idNumber`.
 */
export function labelProblems(dataset: AnyDataset): Problem[] {
  const labels: readonly [string, Label | undefined][] = [
    ['label', dataset.label],
    ...Object.entries(dataset.fields).map(([name, { label }]): [string, Label | undefined] => [name, label]),
  ];
  const faults = labels.flatMap(([field, label]) => {
    const why = label && labelFault(label);
    return why === undefined ? [] : [{ field, why }];
  });
  return [...faults, ...Object.entries(dataset.fields).flatMap(([name, field]) => openNumber(name, field))];
}

function openNumber(name: string, field: Field): Problem[] {
  if (field.kind !== 'text') return [];
  if (/mobile$/i.test(name)) return [{ field: name, why: 'is a mobile number; make it field.mobile' }];
  return /idNo$/i.test(name) && field.format !== 'idNumber'
    ? [{ field: name, why: 'is an ID number; give it the format idNumber' }]
    : [];
}
