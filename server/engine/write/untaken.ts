import { machineOf } from '@yikao/model/contexts/machines.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import { stateNamed, stateOf } from '@yikao/model/kernel/states.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import {
  isEmpty,
  type RowValues,
  validateValue,
  writableFields,
} from '@yikao/model/kernel/validate/validate.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { infoFields } from '../read/info.ts';
import { masked } from '../read/mask.ts';
import { listFields } from '../read/page.ts';
import { presentRow } from '../read/present.ts';
import { selectRows } from '../read/select.ts';
import type { Actor } from '../scope/actor.ts';
import { columnName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';

/** Names of a body that are no values of a row. */
const beside: ReadonlySet<string> = new Set(['version']);

/** Names in a step's body that identify the rows. */
const besideStep = ['version', 'id', 'ids'] as const;

/** Values of a body that were not used: fields the caller may not write, and unknown names. */
function leftOver(
  dataset: AnyDataset,
  input: Readonly<RowValues>,
  mode: 'create' | 'update',
): (readonly [name: string, value: unknown])[] {
  const taken = new Set(writableFields(dataset, mode));
  if (mode === 'update') taken.add(dataset.key);
  return Object.entries(input).filter(
    ([name, value]) => value !== undefined && !taken.has(name) && !beside.has(name),
  );
}

/** The reference whose name a row shows under this name; undefined if there is none. */
function referenceNamed(dataset: AnyDataset, name: string): string | undefined {
  if (Object.hasOwn(dataset.fields, name)) return undefined;
  return Object.keys(dataset.fields).find(
    reference =>
      ['ref', 'refs'].includes(dataset.fields[reference]?.kind ?? '') && refNameKey(reference) === name,
  );
}

/**
 * The problems with unused values of a new row: fields the product sets to another value, and unknown names. `values`
 * is the row as it will be stored.
 */
export function untakenOfNew(
  dataset: AnyDataset,
  input: Readonly<RowValues>,
  values: Readonly<RowValues>,
): Issue[] {
  return leftOver(dataset, input, 'create').flatMap(([name, value]) => {
    if (isBlank(value) || isSame(fieldOf(dataset, name), value, values[name])) return [];
    const reference = referenceNamed(dataset, name);
    if (reference !== undefined && !isEmpty(input[reference])) return [];
    return [issue(name.slice(0, 64), fieldOf(dataset, name) ? 'notGiven' : 'unknownField')];
  });
}

/**
 * The problems with unused values of a change: fields the caller may not write, if they differ from the stored row, and
 * unknown names. Sending a complete row back as it was read is accepted.
 */
export async function untakenOfChange(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  input: Readonly<RowValues>,
  current: Readonly<RowValues>,
): Promise<Issue[]> {
  const left = leftOver(dataset, input, 'update').filter(
    ([name, value]) => !(isBlank(value) && !fieldOf(dataset, name)),
  );
  if (left.length === 0) return [];
  const stands = await asShown(engine, db, dataset, actor, Number(current[dataset.key]));
  return left.flatMap(([name, value]) => {
    const field = fieldOf(dataset, name);
    if (stands(name, value)) return [];
    // Rows of a tree include their descendants.
    if (name === 'children' && dataset.parent !== undefined && !field) return [];
    const reference = referenceNamed(dataset, name);
    // The name read with a row is ignored if the reference itself is sent.
    if (reference !== undefined && Object.hasOwn(input, reference)) return [];
    if (!field && reference === undefined) return [issue(name.slice(0, 64), 'unknownField')];
    return [stepsInstead(dataset, name, value, current) ?? issue(name, 'locked')];
  });
}

/** Reports whether a row has these values as its reader sees it, masked or not. */
async function asShown(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  key: number,
): Promise<(name: string, value: unknown) => boolean> {
  const fields = [...new Set([...infoFields(dataset), ...listFields(dataset)])];
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [...fields, 'version'],
    where: sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`,
  }).execute(db);
  const row = presentRow(dataset, found.rows[0] ?? {}, fields, actor.language);
  // As a client has read it: decimals are numbers by then.
  const shown = JSON.parse(JSON.stringify(row)) as RowValues;
  const hidden = masked(dataset, { ...shown });
  return (name, value) => {
    const field = fieldOf(dataset, name);
    return isSame(field, value, shown[name]) || isSame(field, value, hidden[name]);
  };
}

/**
 * The problems with values of a step that are not its inputs: unknown names, and fields that differ from the stored
 * row. `asked` are the step's inputs; `key` is the row, if there is only one.
 */
export async function untakenOfStep(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  {
    body,
    asked,
    key,
  }: { readonly body: Readonly<RowValues>; readonly asked: readonly string[]; readonly key: unknown },
): Promise<Issue[]> {
  const known = new Set([...asked, ...besideStep, dataset.key]);
  const left = Object.entries(body).filter(([name, value]) => !known.has(name) && !isBlank(value));
  if (left.length === 0) return [];
  const row = Number(key);
  const stands = Number.isSafeInteger(row) ? await asShown(engine, db, dataset, actor, row) : () => false;
  return left.flatMap(([name, value]) =>
    stands(name, value)
      ? []
      : [issue(name.slice(0, 64), fieldOf(dataset, name) ? 'notAsked' : 'unknownField')],
  );
}

/** The issue that names the steps leading to the sent state; undefined if there are none. */
function stepsInstead(
  dataset: AnyDataset,
  name: string,
  value: unknown,
  current: Readonly<RowValues>,
): Issue | undefined {
  const machine = machineOf(dataset);
  if (machine?.field !== name) return undefined;
  const state = stateOf(machine, current) ?? '';
  const steps = Object.values(machine.steps).filter(
    step =>
      step.by.includes('person') &&
      (step.move[state] ?? []).some(to => String(stateNamed(machine, to).code) === String(value)),
  );
  if (steps.length === 0) return undefined;
  return issue(name, 'byStep', {
    zh: steps.map(({ label }) => `“${label.zh}”`).join('或'),
    en: steps.map(({ label }) => `"${label.en}"`).join(' or '),
  });
}

function isBlank(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Reports whether two values are equal in any form a client may hold them. */
function isSame(field: Field | undefined, sent: unknown, stands: unknown): boolean {
  if (isBlank(sent) || isBlank(stands)) return isBlank(sent) && isBlank(stands);
  if (JSON.stringify(sent) === JSON.stringify(stands) || String(sent) === String(stands)) return true;
  if (!field) return false;
  const canonical = (value: unknown) => {
    const read = validateValue('', field, value);
    return 'value' in read ? JSON.stringify(read.value) : undefined;
  };
  const one = canonical(sent);
  return one !== undefined && one === canonical(stands);
}
