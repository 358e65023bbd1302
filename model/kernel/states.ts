import type { CodeItem } from './codes.ts';
import type { Field } from './field.ts';
import { type Label, label } from './label.ts';
import type { AnyMachine, Moment, StateEdit, Step, StepDataset, StepNeed } from './steps.ts';

/** The item of a state by name. Throws for a name the field lacks, which the checks at boot rule out. */
export function stateNamed(machine: AnyMachine, name: string): CodeItem {
  const found = statesOf(machine).find(item => item.name === name);
  if (!found) throw new Error(`${machine.datasets[0]?.name}.${machine.field} has no state ${name}`);
  return found;
}

/** The states of a machine, in the order they are shown. */
export function statesOf(machine: AnyMachine): readonly CodeItem[] {
  const field = machine.datasets[0]?.fields[machine.field];
  return field?.kind === 'code' ? field.of.items : [];
}

/** Name of a row's state; undefined for an unknown code. */
export function stateOf(machine: AnyMachine, row: Readonly<Record<string, unknown>>): string | undefined {
  return statesOf(machine).find(item => item.code === row[machine.field])?.name;
}

/** Reports whether the step starts from the state that the row is in; an action starts from any. */
export function startsFrom(machine: AnyMachine, step: Step, row: Readonly<Record<string, unknown>>): boolean {
  const states = Object.keys(step.move);
  return states.length === 0 || states.includes(stateOf(machine, row) ?? '');
}

/** Inputs of a step: columns of the row first, then its other inputs, each with a required flag. */
export function askedBy(
  dataset: StepDataset,
  step: Step,
): { name: string; field: Field; required: boolean }[] {
  const columns = Object.entries(step.form).flatMap(([name, how]) => {
    const field = dataset.fields[name];
    return field ? [{ name, field, required: how === 'required' }] : [];
  });
  const inputs = Object.entries(step.inputs).map(([name, field]) => ({
    name,
    field,
    required: field.required,
  }));
  return [...columns, ...inputs];
}

/** Why a person may not take a step that another one than they has to take (`fourEyes`). */
export const fourEyesReason = label(
  '您提交的申请要由另一位同事办理',
  'You submitted this request: another colleague has to handle it',
);

/** The guards of a step that a row does not meet, without those that only the server can evaluate. */
export function unmetNeeds(
  step: Step,
  row: Readonly<Record<string, unknown>>,
  moment: Moment,
): readonly StepNeed[] {
  return step.needs.filter(({ test }) => test !== undefined && test(row, moment) !== true);
}

/** Editable fields of a row in the state it is in. */
export function editIn(machine: AnyMachine, row: Readonly<Record<string, unknown>>): StateEdit {
  if (machine.edit === undefined) return { fields: 'all' };
  return machine.edit[stateOf(machine, row) ?? ''] ?? { fields: [] };
}

/** Reports whether the state that a row is in leaves a field to be edited. */
export function mayEdit(machine: AnyMachine, row: Readonly<Record<string, unknown>>, field: string): boolean {
  const { fields } = editIn(machine, row);
  return fields === 'all' || fields.includes(field);
}

/** Reports whether the state that a row is in lets it be deleted. */
export function mayDelete(machine: AnyMachine, row: Readonly<Record<string, unknown>>): boolean {
  return machine.delete === undefined || machine.delete.includes(stateOf(machine, row) ?? '');
}

/** The label of a row's state; the bare code if it is no known state. */
export function stateLabel(machine: AnyMachine, row: Readonly<Record<string, unknown>>): Label {
  const code = row[machine.field];
  const item = statesOf(machine).find(state => state.code === code);
  return item?.label ?? { zh: String(code), en: String(code) };
}
