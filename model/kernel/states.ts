import type { CodeItem } from './codes.ts';
import type { Field } from './field.ts';
import { type Label, label } from './label.ts';
import type { StepDataset } from './step-fields.ts';
import type { AnyMachine, Moment, StateEdit, Step, StepNeed } from './steps.ts';

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

/**
 * Reports whether a step moves a row on from its state, to a later one or within it, and is not done: numbering again an
 * exam that is numbered does not. Throws for a step that the machine does not have.
 */
export function leadsOn(machine: AnyMachine, name: string, row: Readonly<Record<string, unknown>>): boolean {
  const step = machine.steps[name];
  if (!step) throw new Error(`${machine.datasets[0]?.name} has no step ${name}`);
  const state = stateOf(machine, row);
  const targets = (state !== undefined && step.move[state]) || [];
  const order = statesOf(machine).map(item => item.name);
  const from = order.indexOf(state ?? '');
  return (
    targets.length > 0 && targets.every(target => order.indexOf(target) >= from) && step.done?.(row) !== true
  );
}

/** The state that a row reaches next: of the first step, of people or by itself, that leads to a later one. */
export function nextState(machine: AnyMachine, row: Readonly<Record<string, unknown>>): CodeItem | undefined {
  const state = stateOf(machine, row) ?? '';
  const next = Object.values(machine.steps).find(
    step => !step.danger && leadsOn(machine, step.name, row) && !step.move[state]?.includes(state),
  );
  const [target] = next?.move[state] ?? [];
  return target === undefined ? undefined : stateNamed(machine, target);
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

/** Why a person of a partner or an agency may not take a step that is for the house alone (`byHouse`). */
export const byHouseReason = label(
  '须由总部人员办理，合伙人和机构的人员不能办理',
  'Only people of head office may do this, none of a partner or an agency',
);

/** Reports whether a field of a row names a person: as its one person, or among its several. */
export function namesPerson(row: Readonly<Record<string, unknown>>, field: string, userId: number): boolean {
  const value = row[field];
  // Several people are an array, or a comma list on the wire.
  return Array.isArray(value) || typeof value === 'string'
    ? [value].flat().some(one => String(one).split(',').includes(String(userId)))
    : value === userId;
}

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
