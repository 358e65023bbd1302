import type { AnyDataset } from '../kernel/dataset.ts';
import { isStored } from '../kernel/dataset.ts';
import { summaryFigure } from '../kernel/places.ts';
import { askedBy, stateNamed, statesOf } from '../kernel/states.ts';
import type { AnyMachine, Step } from '../kernel/steps.ts';
import { labelFault } from './label-problems.ts';

/**
 * Checks all machines together and throws one error that names every wrong `dataset.field` or `dataset.step` and its
 * fix. Called at boot, next to `assertDatasets`.
 */
export function assertMachines(machines: readonly AnyMachine[]): void {
  const problems = machines.flatMap(machine =>
    machine.datasets.flatMap(dataset => machineProblems(machine, dataset)),
  );
  const owners = new Map<string, number>();
  for (const { datasets } of machines) {
    for (const { name } of datasets) owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  for (const [name, count] of owners)
    if (count > 1) problems.push(`${name}: has ${count} machines; it can have one`);
  if (problems.length > 0)
    throw new Error(`Wrong machines:\n${problems.map(line => `- ${line}`).join('\n')}`);
}

function machineProblems(machine: AnyMachine, dataset: AnyDataset): string[] {
  const problems: string[] = [];
  const complain = (where: string, why: string) => problems.push(`${dataset.name}.${where}: ${why}`);
  const field = dataset.fields[machine.field];
  if (field?.kind !== 'code') {
    complain(machine.field, 'holds no code, so it can hold no state');
    return problems;
  }
  // Only the engine writes the state: a client that could set it would bypass every guard.
  if (!field.readOnly && !machine.toggle) {
    complain(machine.field, 'holds a state and must be readOnly: steps alone change it');
  }
  if (field.default !== stateNamed(machine, machine.start).code) {
    complain(machine.field, `must have the state ${machine.start} as its default: new rows begin there`);
  }
  for (const item of statesOf(machine)) {
    if (item.name === undefined) complain(machine.field, `its code ${item.code} has no name`);
  }
  for (const name of machine.toggle ? [] : Object.keys(dataset.summary)) {
    const { of, where } = summaryFigure(dataset, name) ?? {};
    if (of === 'sum' && !where?.[machine.field])
      complain(
        name,
        `is summed over all states; say of which: { of: 'sum', where: { ${machine.field}: […] } }`,
      );
  }
  for (const [state, { step: name }] of Object.entries(machine.edit ?? {})) {
    const step = name === undefined ? undefined : machine.steps[name];
    if (!step) continue;
    if (!Object.hasOwn(step.move, state))
      complain(step.name, `is taken by edits of ${state}, but does not start there`);
    if (!step.by.includes('step'))
      complain(step.name, "is taken by edits, but 'step' is not among those who take it (by)");
    if (askedBy(dataset, step).some(({ required }) => required))
      complain(step.name, 'is taken by edits, which give it nothing, but asks for something');
  }
  const { actions, own = {} } = dataset.permissions;
  const parts = new Set<string>([...actions, ...Object.keys(own), ...Object.keys(machine.steps)]);
  for (const step of Object.values(machine.steps)) {
    const fault = labelFault(step.label);
    if (fault !== undefined) complain(step.name, fault);
    if (!parts.has(step.may))
      complain(
        step.name,
        `asks for ${step.may}, a code that nothing declares; name an action of the dataset or a step, or declare it in permissions.own`,
      );
    if (machine.toggle && !isPlain(step)) {
      complain(
        step.name,
        'is a step of a toggle: it has no guard, form or vendor, and asks for update unless the clock alone takes it',
      );
    }
    if (step.fourEyes.length > 0 && step.byHouse === undefined) {
      complain(
        step.name,
        'needs a second person, but does not say whether it is one of the house (byHouse); people who gain may not approve',
      );
    }
    for (const name of Object.keys(step.form)) {
      const column = dataset.fields[name];
      if (!isStored(column)) complain(step.name, `asks for ${name}, which is no column`);
      if (name === machine.field) complain(step.name, 'asks for the state itself');
      if (column?.needs && column.needs !== `${dataset.permissions.prefix}:${step.may}`)
        complain(step.name, `asks for ${name}, which needs ${column.needs}; let the step need the same code`);
    }
    for (const name of Object.keys(step.inputs)) {
      if (Object.hasOwn(dataset.fields, name))
        complain(step.name, `its input ${name} is a column; name it in form`);
    }
    if (step.due !== undefined && !step.by.includes('clock')) {
      complain(step.name, `is due by ${step.due}, but the clock is not among those who take it (by)`);
    }
    if (step.by.includes('clock') && step.due === undefined) {
      complain(step.name, 'is taken by the clock, but names no time (due)');
    }
    if (step.by.includes('clock') && askedBy(dataset, step).some(({ required }) => required)) {
      complain(step.name, 'is taken by the clock, which gives nothing, but asks for something');
    }
    if (
      ['list', 'info', 'options', 'history', 'trash', 'restore', 'import', 'export', 'states'].includes(
        step.name,
      )
    ) {
      complain(step.name, 'is the address of a common call; choose another name');
    }
  }
  return problems;
}

/** Reports whether a step does nothing that an edit of the field would not do, too. */
function isPlain({ may, by, form, inputs, needs, fourEyes, due }: Step): boolean {
  const asks = [form, inputs, needs].some(of => Object.keys(of).length > 0);
  if (asks || fourEyes.length > 0) return false;
  // The clock may set a toggle at its time, since people who edit the row can set it back.
  if (by.join() === 'clock') return due !== undefined;
  return may === 'update' && by.join() === 'person' && due === undefined;
}
