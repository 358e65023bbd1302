import { type AnyDataset, exportableFields } from '@yikao/model/kernel/dataset.ts';
import { z } from 'zod';
import { useStored } from '../layout/use-stored.ts';
import { useSession } from '../session/use-session.ts';

/** The purpose that fields are chosen for. */
export type FieldPurpose = 'exportFields' | 'template';

/** One field that may be chosen, in the person's order. */
export interface FieldChoice {
  readonly name: string;
  readonly chosen: boolean;
}

const choices = z.array(z.object({ name: z.string(), chosen: z.boolean() }));
const none: FieldChoice[] = [];

/** Fields that a dataset offers for a purpose, in declared order. */
export function offeredFields(dataset: AnyDataset, purpose: FieldPurpose): readonly string[] {
  return purpose === 'exportFields' ? exportableFields(dataset) : (dataset.excel?.import ?? []);
}

/** The person's chosen fields for a purpose in order, stored in this browser; initially all that a workbook has by itself. */
export function useFieldChoice(
  dataset: AnyDataset,
  purpose: FieldPurpose,
): [FieldChoice[], (next: readonly FieldChoice[]) => void] {
  const { userId } = useSession();
  const [kept, store] = useStored(`yikao.fields.${userId}.${dataset.name}.${purpose}`, choices, none);
  const offered = offeredFields(dataset, purpose);
  const known = kept.filter(({ name }) => offered.includes(name));
  const fresh = offered.filter(name => !known.some(choice => choice.name === name));
  const usual = purpose === 'exportFields' ? (dataset.excel?.export ?? []) : offered;
  const all = [...known, ...fresh.map(name => ({ name, chosen: usual.includes(name) }))];
  return [all, next => store([...next])];
}

/** Names of the chosen ones. */
export function chosenNames(all: readonly FieldChoice[]): string[] {
  return all.filter(({ chosen }) => chosen).map(({ name }) => name);
}
