import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type ImportKind, importKind, withAsked } from '@yikao/model/kernel/import-kinds.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate.ts';
import { ownCode } from '@yikao/model/permissions.ts';
import { holds } from '../access.ts';
import type { Actor } from '../actor.ts';
import type { Engine } from '../engine.ts';
import { options } from '../options.ts';

/** Values that a kind of import asks for once for the whole file, as a request or a job's parameters hold them. */
export type Asked = Readonly<Record<string, number | string>>;

/**
 * The kind of import that a request's `type` asks for: none where the dataset declares none (clients send the number of
 * its jobs), or where that number is meant. Throws `invalidFields` for an unknown one and `forbidden`.
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
 * {@link askedKind} with what the person gives once for the whole file. Throws `invalidFields` where that lacks what the
 * kind asks for, does not fit its field, or refers to a row that is out of the person's reach. `partly` lets what is
 * lacking be given later: a template can do without.
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
  const issues: Issue[] = Object.keys(asked)
    .filter(name => !names.includes(name))
    .map(name => issue(name, 'unknownField'));
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

async function isReachable(engine: Engine, actor: Actor, target: string, value: unknown): Promise<boolean> {
  const found = await options(engine, engine.dataset(target), actor, { values: [value] }, { limit: 1 });
  return found.length > 0;
}

/** The kind of import of a job, with what its starter has given for the whole file. */
export function kindOfJob(
  dataset: AnyDataset,
  params: Readonly<Record<string, unknown>>,
): ImportKind | undefined {
  // Written by `startImport` from a validated body.
  return withAsked(importKind(dataset, params.kind), (params.asked ?? {}) as Asked);
}
