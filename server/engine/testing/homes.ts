import { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import {
  type ScopeKind,
  scopeField,
  scopeKinds,
  scopeOwners,
  scopeReference,
} from '@yikao/model/kernel/scope.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type Actor, elevated } from '../scope/actor.ts';
import { columnName, tableName } from '../table/naming.ts';
import { add } from '../write/save.ts';
import { identityOf, type Sample, sampleRow } from './samples.ts';

/** A partner serving a province, an agency of it there, and a person of that agency: one owner per kind of scope. */
export type Home = Readonly<Record<ScopeKind, number>>;

/** A row that was made. */
export interface Made {
  readonly key: number;
  readonly sent: Sample;
  /** The value that others refer to it by. */
  readonly value: number;
}

let counter = 100;

/** A number that no row of this process was made of yet. */
export const next = () => counter++;

/** A dataset whose rows, or whose owners, a separate call adds, made writable as if by people. */
function opened(dataset: AnyDataset): AnyDataset {
  const added = dataset.permissions.actions.includes('add');
  const owners = scopeKinds.map(kind => scopeField(dataset, kind));
  const unlocked = Object.entries(dataset.fields).map(([name, field]) => [
    name,
    name === dataset.key || (added && !owners.includes(name)) ? field : { ...field, readOnly: false },
  ]);
  return {
    ...dataset,
    fields: Object.fromEntries(unlocked),
    permissions: { ...dataset.permissions, actions: [...new Set([...dataset.permissions.actions, 'add'])] },
  } as AnyDataset;
}

/** Numbers tried for a row whose natural key has few values, such as a year and a level. */
const mostNumbers = 30;

/**
 * Adds a row of the next number whose natural key is still free: the numbers that earlier rows have depend on the
 * datasets that a run draws.
 */
async function addFree(engine: Engine, open: AnyDataset, fixed: Sample, by: number) {
  for (let tried = 1; ; tried += 1) {
    const sent = await sampleRow(engine, open, next(), fixed);
    try {
      return { sent, made: await add(engine, open, { ...elevated(), userId: by }, sent) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'duplicate' || tried === mostNumbers) throw error;
    }
  }
}

async function insert(engine: Engine, dataset: AnyDataset, fixed: Sample, by = 0): Promise<Made> {
  const { sent, made } = await addFree(engine, opened(dataset), fixed, by);
  const key = Number(made[dataset.key]);
  return { key, value: await identityOf(engine, dataset, key), sent };
}

/** Creates a partner, a province, an agency and a person that belong together. */
export async function makeHome(engine: Engine): Promise<Home> {
  const { partners, province, agent, adminUser } = registry;
  const provinceId = (await insert(engine, province, {})).key;
  const partnersId = (await insert(engine, partners, { provinceIds: [provinceId] })).key;
  const agentId = (await insert(engine, agent, { partnersId, provinceId })).key;
  const userId = (await insert(engine, adminUser, { partnersId, provinceId, agentId, saleFlag: 1 })).key;
  // The test decides this person's rights, so the account must not limit them; people of a disabled organisation are
  // locked out.
  await sql`update t_partners set status = 1 where partners_id = ${partnersId}`.execute(engine.db);
  await sql`update t_agent set status = 1 where agent_id = ${agentId}`.execute(engine.db);
  await sql`update t_admin_user set status = 1, admin_flag = 1 where user_id = ${userId}`.execute(engine.db);
  // Rows owned through their creator are the person's, including those of the home itself.
  for (const [dataset, key] of [
    [partners, partnersId],
    [agent, agentId],
  ] as const) {
    await sql`
      update ${sql.table(tableName(dataset))} set create_by = ${userId}
      where ${sql.id(columnName(dataset.key))} = ${key}`.execute(engine.db);
  }
  return { partner: partnersId, province: provinceId, agency: agentId, own: userId };
}

/** The values of all owner fields that make a row of `dataset` belong to a home. */
async function ownersOf(engine: Engine, dataset: AnyDataset, home: Home): Promise<Sample> {
  const fixed: Sample = {};
  for (const kind of scopeKinds) {
    const field = scopeField(dataset, kind);
    if (field !== undefined && field !== dataset.key) {
      fixed[field] = dataset.fields[field]?.kind === 'refs' ? [home[kind]] : home[kind];
    }
    const reference = scopeReference(dataset.scope, kind);
    if (reference === undefined || Object.hasOwn(fixed, reference)) continue;
    const to = dataset.fields[reference];
    if (to?.kind !== 'ref') throw new Error(`${dataset.name}.${reference} is no reference`);
    const owner = scopeKinds.find(one => scopeOwners[one] === to.to);
    // A candidate of the exam that the row is of, and of no other.
    const within = Object.fromEntries(
      (to.within ?? []).flatMap(part => (Object.hasOwn(fixed, part) ? [[part, fixed[part]]] : [])),
    );
    fixed[reference] = owner ? home[owner] : (await rowOf(engine, engine.dataset(to.to), home, within)).value;
  }
  return fixed;
}

/** A new row of `dataset` that belongs to a home in every way; `fixed` are further values. */
export async function rowOf(
  engine: Engine,
  dataset: AnyDataset,
  home: Home,
  fixed: Sample = {},
): Promise<Made> {
  return insert(engine, dataset, { ...(await ownersOf(engine, dataset, home)), ...fixed }, home.own);
}

/** The row of `dataset` that identifies a home, or else a new one. */
export async function ownRow(engine: Engine, dataset: AnyDataset, home: Home): Promise<Made> {
  const kind = scopeKinds.find(one => scopeOwners[one] === dataset.name);
  if (kind === undefined) return rowOf(engine, dataset, home);
  return { key: home[kind], value: home[kind], sent: await ownersOf(engine, dataset, home) };
}

/**
 * The parts of a person that bind one of a home by one kind of scope; an agency's people are bound to its partner
 * too.
 */
export const boundBy: Readonly<Record<ScopeKind, (home: Home) => Partial<Actor>>> = {
  partner: ({ partner }) => ({ partnersIds: [partner] }),
  province: ({ province }) => ({ provinceId: province }),
  agency: ({ agency, partner }) => ({ agentId: agency, partnersIds: [partner] }),
  own: ({ own }) => ({ userId: own, ownRowsOnly: true }),
};
