import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { scopeOwners } from '@yikao/model/kernel/scope.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../scope/actor.ts';
import { type ScopeRule, scopeCondition, scopeRules } from '../scope/scope.ts';
import { columnName, tableName } from '../table/naming.ts';
import { allOf, type Condition, column, type Db } from '../table/sql.ts';

/** Shown in place of a person whom the reader may not know: a partner's people know their own colleagues alone. */
const outsider = { zh: '平台', en: 'Platform' } as const;

/** Shown for changes that the product made without a person. */
const product = { zh: '系统', en: 'System' } as const;

/** The number under which the product itself acts. */
const productId = 0;

function staff(): AnyDataset {
  const dataset = datasetNamed(scopeOwners.own);
  if (!dataset) throw new Error(`No dataset ${scopeOwners.own}`);
  return dataset;
}

/** Reports whether a dataset is that of the accounts of people. */
export function isStaff(dataset: string): boolean {
  return dataset === scopeOwners.own;
}

/**
 * The condition that the account on `alias` is one whose name the reader may know: people of no organisation know all
 * names, those of an agency the names of its people, those of a partner the names of the people of their partners and
 * of these partners' agencies. Provinces and own rows keep no name: colleagues are no secret.
 */
function knownCondition(reader: Actor, alias: string): Condition {
  const rules = scopeRules(staff(), reader, alias);
  const agency = rules.find(({ kind }) => kind === 'agency');
  // An agency's account may name no partner itself.
  if (agency) return agency.condition;
  const partner = rules.find(({ kind }) => kind === 'partner');
  return partner ? ofPartner(reader, alias, partner) : allOf([]);
}

function ofPartner(reader: Actor, alias: string, { condition }: ScopeRule): Condition {
  const agency = datasetNamed(scopeOwners.agency);
  const field = staff().scope.agency;
  if (!agency || typeof field !== 'string') return condition;
  return sql<SqlBool>`(${condition} or exists (select 1 from ${sql.table(tableName(agency))} as own_agency
    where ${column('own_agency', columnName(agency.key))} = ${column(alias, columnName(field))}
      and ${scopeCondition(agency, reader, 'own_agency')}))`;
}

/** SQL of the name of the account on `alias`: the person's, or that of the account. */
function nameSql(alias: string): RawBuilder<unknown> {
  const { name, also = [] } = staff().identity;
  const names = [...also, name].map(field => sql`nullif(${column(alias, columnName(field))}, '')`);
  return sql`coalesce(${sql.join(names)})`;
}

/** SQL of the name of the person with an id, deleted or not; null for a person whom the reader may not know. */
export function staffNameSql(id: RawBuilder<unknown>, reader: Actor): RawBuilder<unknown> {
  const dataset = staff();
  return sql`(select ${nameSql('x')} from ${sql.table(tableName(dataset))} as x
    where ${column('x', columnName(dataset.key))} = ${id} and ${knownCondition(reader, 'x')})`;
}

/** The person who changed a row, by id and account as recorded. */
interface Recorded {
  readonly userId: number | null;
  readonly userName: string | null;
}

/**
 * A recorded person as far as the reader may know who it was; `staff` has the names that the reader knows. Empty names
 * are the product's own.
 */
export function shownPerson(
  { userId, userName }: Recorded,
  staff: ReadonlyMap<number, string>,
  reader: Actor,
): Recorded & { readonly personName: string | null } {
  if (!userId) return { userId, userName, personName: null };
  const known = staff.get(userId);
  if (known !== undefined || knowsEverybody(reader))
    return { userId, userName, personName: known ?? userName };
  return { userId: null, userName: null, personName: outsider[reader.language] };
}

/** Reports whether the reader, who belongs to no partner or agency, may know the name of every person. */
function knowsEverybody(reader: Actor): boolean {
  return !scopeRules(staff(), reader, 'x').some(({ kind }) => kind === 'partner' || kind === 'agency');
}

/** The condition that the column on the left is one of some people whom the reader may know. */
export function byStaffCondition(
  left: RawBuilder<unknown>,
  ids: readonly unknown[],
  reader: Actor,
): Condition {
  const wanted = sql<SqlBool>`${left} = any(${[...ids]}::bigint[])`;
  if (knowsEverybody(reader)) return wanted;
  return allOf([wanted, sql<SqlBool>`${staffNameSql(left, reader)} is not null`]);
}

/** The names of people by their ids, as far as the reader may know them. */
export async function staffNames(
  db: Db,
  ids: readonly (number | null)[],
  reader: Actor,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter(id => id !== null && id !== productId);
  if (wanted.length === 0) return new Map();
  const found = await sql<{ id: number; name: string }>`
    select x.id, x.name from (
      select u.id, ${staffNameSql(sql`u.id`, reader)} as name from unnest(${wanted}::bigint[]) as u(id)
    ) as x where x.name is not null`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

/** A person as shown to a reader: the id and name where known, else whose people it was. */
export function shownStaff(
  id: unknown,
  name: unknown,
  language: Language,
): { readonly id: number | null; readonly name: string | null } {
  if (id === null || id === undefined) return { id: null, name: null };
  if (Number(id) === productId) return { id: productId, name: product[language] };
  return typeof name === 'string' && name !== ''
    ? { id: Number(id), name }
    : { id: null, name: outsider[language] };
}
