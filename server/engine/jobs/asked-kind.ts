import { failure } from '@yikao/model/errors.ts';
import { kindOf } from '@yikao/model/fields/index.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { asImported, type ImportKind, importKind, withAsked } from '@yikao/model/kernel/import-kinds.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { CellProblem } from '@yikao/model/kernel/validate/cell.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { ownCode } from '@yikao/model/permissions.ts';
import type { Engine } from '../engine.ts';
import { options } from '../read/options.ts';
import { holds } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import type { GivenCells } from './sheet/row-reader.ts';

/** Values that a kind of import asks for once per file, as stored in a request or in job parameters. */
export type Asked = Readonly<Record<string, number | string>>;

/**
 * The kind of import selected by a request's `type`: undefined if the dataset declares none (clients send the number of
 * its jobs), or if that number is given. Throws `invalidFields` for an unknown one and `forbidden`.
 */
function askedKind(dataset: AnyDataset, actor: Actor, type: number | undefined): ImportKind | undefined {
  const { kinds = [], jobs } = dataset.excel ?? {};
  const kind = importKind(dataset, type);
  if (!kind && kinds.length > 0 && type !== undefined && type !== jobs?.import) {
    throw failure('invalidFields', {
      issues: [issue('type', 'unknownCode', { value: type })],
      labels: () => label('导入类型', 'Kind of import'),
    });
  }
  if (kind?.may !== undefined && !holds(actor, ownCode(dataset, kind.may))) throw failure('forbidden');
  return kind;
}

/**
 * {@link askedKind} with the values the person enters for the whole file. Throws `invalidFields` if a required value is
 * missing, does not fit its field, or refers to a row out of the person's reach. With `partly`, missing values may
 * follow later: a template does not need them.
 */
export async function askedKindWith(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  type: number | undefined,
  asked: Asked,
  partly = false,
): Promise<ImportKind | undefined> {
  const kind = askedKind(dataset, actor, type);
  const names = kind?.asks ?? [];
  const issues: Issue[] = Object.entries(givenCells(kind, asked)).flatMap(([name, cell]) =>
    cellIssue(asImported(dataset, kind), name, cell),
  );
  const values: Record<string, number | string> = {};
  for (const name of names) {
    const field = dataset.fields[name];
    const given = asked[name];
    if (!field) continue;
    if (isEmpty(given)) {
      if (field.required && !partly) issues.push(issue(name, 'required'));
      continue;
    }
    const read = validateValue(name, field, given);
    if ('issue' in read) issues.push(read.issue);
    else if (field.kind === 'ref' && !(await isReachable(engine, actor, field.to, read.value)))
      issues.push(issue(name, 'unknownName', { value: String(given).slice(0, 64) }));
    else if (typeof read.value === 'number' || typeof read.value === 'string') values[name] = read.value;
  }
  if (issues.length > 0) {
    throw failure('invalidFields', {
      issues,
      labels: name => dataset.fields[name]?.label,
    });
  }
  return withAsked(kind, values);
}

/**
 * Values that a person entered for the whole file, for fields the kind of import does not ask for, as cells of every
 * row.
 */
export function givenCells(kind: ImportKind | undefined, asked: Asked): GivenCells {
  return Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => !kind?.asks?.includes(name) && !isEmpty(value)),
  );
}

/** The reason why a cell's value cannot apply to every row; names of other rows are looked up per row. */
function cellIssue(dataset: AnyDataset, name: string, cell: string | number): Issue[] {
  const field = dataset.fields[name];
  if (!field || !dataset.excel?.import.includes(name)) return [issue(name, 'unknownField')];
  if (field.kind === 'ref' || field.kind === 'refs') return [];
  const decoded = kindOf(field).decode(field, cell);
  if (decoded instanceof CellProblem) return [issue(name, decoded.code, decoded.params)];
  const read = validateValue(name, field, decoded);
  return 'issue' in read ? [read.issue] : [];
}

async function isReachable(engine: Engine, actor: Actor, target: string, value: unknown): Promise<boolean> {
  const found = await options(engine, engine.dataset(target), actor, { values: [value] }, { limit: 1 });
  return found.length > 0;
}

/** The kind of import of a job, with the values its starter entered for the whole file. */
export function kindOfJob(
  dataset: AnyDataset,
  params: Readonly<Record<string, unknown>>,
): ImportKind | undefined {
  // Written by `startImport` from a validated body.
  const kind = importKind(dataset, params.kind);
  const asked = (params.asked ?? {}) as Asked;
  const ofKind = Object.entries(asked).filter(([name]) => kind?.asks?.includes(name));
  return withAsked(kind, Object.fromEntries(ofKind));
}

/** Further values that the starter of a job entered for the whole file, as cells of every row. */
export function givenOfJob(dataset: AnyDataset, params: Readonly<Record<string, unknown>>): GivenCells {
  return givenCells(importKind(dataset, params.kind), (params.asked ?? {}) as Asked);
}
