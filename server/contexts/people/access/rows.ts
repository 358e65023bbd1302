import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataScope } from '@yikao/model/contexts/shared/shared.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { isCommon, type ScopeKind } from '@yikao/model/kernel/scope.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import { type FoundRow, selectRows } from '../../../engine/read/select.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { readOnlyKind, type ScopeRule, scopeCondition, scopeRules } from '../../../engine/scope/scope.ts';
import { columnName } from '../../../engine/table/naming.ts';
import { allOf, column } from '../../../engine/table/sql.ts';
import { rolesOf } from './grants.ts';
import type { Inquiry } from './inquiry.ts';
import type { Target } from './target.ts';

const kinds: Record<ScopeKind, Label> = {
  partner: label('合伙人', 'partner'),
  province: label('省份', 'province'),
  agency: label('机构', 'agency'),
  own: label('本人', 'own rows'),
};

/**
 * Checks whether a row exists and is within the actor's reach, one kind of scope after the other; without a row,
 * explains the actor's reach in the dataset. Actions that change rows may reach fewer than reading. The explanation
 * reveals no row outside the `asker`'s reach.
 */
export async function askRow(
  engine: Engine,
  asker: Actor,
  actor: Actor,
  dataset: AnyDataset,
  { action, key }: Pick<Target, 'action' | 'key'>,
  inquiry: Inquiry,
): Promise<void> {
  const row = key === undefined ? undefined : await standingRow(engine, asker, dataset, key, inquiry);
  if (key !== undefined && row === undefined) return;
  const purpose = action === 'list' || action === 'export' ? 'read' : 'write';
  const closed = purpose === 'write' ? readOnlyKind(dataset, actor) : undefined;
  if (closed !== undefined && dataset.scope[closed] !== undefined) {
    inquiry.say('scope', false, readOnlySentence(dataset, closed));
    return;
  }
  if (isCommon(dataset) && !(purpose === 'write' && actor.noRows)) {
    inquiry.say(
      'scope',
      true,
      label(`${dataset.label.zh}不限数据范围`, `${dataset.label.en} has no data scope`),
    );
    return;
  }
  if (actor.noRows) {
    await sayNoRows(engine, actor, inquiry);
    return;
  }
  const rules = scopeRules(dataset, actor, 'd', purpose);
  if (rules.length === 0) {
    const text = isBound(actor)
      ? label(
          `该用户的数据范围不限制${dataset.label.zh}`,
          `The person's data scope leaves ${dataset.label.en} open`,
        )
      : label('该用户不限数据范围', 'The person has no data scope');
    inquiry.say('scope', true, text);
    return;
  }
  for (const rule of rules) {
    const meets = key === undefined || (await meetsRule(engine, actor, dataset, key, rule));
    if (!(await sayRule(engine, dataset, actor, rule, row, meets, inquiry))) return;
  }
}

/** The row, if it is within the asker's reach; throws `notFound` for rows the asker may not see either. */
async function standingRow(
  engine: Engine,
  asker: Actor,
  dataset: AnyDataset,
  key: number,
  inquiry: Inquiry,
): Promise<FoundRow | undefined> {
  const found = await findRow(engine, engine.db, dataset, asker, key);
  if (found) return found;
  const trashed = await selectRows(engine, dataset, {
    reader: asker,
    fields: [dataset.key],
    where: allOf([
      sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`,
      scopeCondition(dataset, asker, 'd'),
    ]),
    trashed: true,
  }).execute(engine.db);
  const text =
    trashed.rows.length > 0
      ? label('记录已删除，在回收站中', 'The row was deleted and lies in the trash')
      : label(`没有 ID 为 ${key} 的记录`, `There is no row with ID ${key}`);
  inquiry.say('row', false, text);
  return undefined;
}

async function meetsRule(
  engine: Engine,
  actor: Actor,
  dataset: AnyDataset,
  key: number,
  rule: ScopeRule,
): Promise<boolean> {
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [dataset.key],
    where: allOf([sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`, rule.condition]),
  }).execute(engine.db);
  return found.rows.length === 1;
}

/** No role of the person reaches any row: reports for each the organisation it requires and the person lacks. */
async function sayNoRows(engine: Engine, actor: Actor, inquiry: Inquiry): Promise<void> {
  const roles = await rolesOf(engine.db, actor.userId);
  const enabled = roles.filter(role => role.enabled);
  const wants = enabled.map(({ roleName, dataScope: scope }) => {
    const item = codeItem(dataScope, scope);
    return {
      zh: `“${roleName}”为${item?.label.zh ?? scope}`,
      en: `"${roleName}" is ${item?.label.en ?? scope}`,
    };
  });
  const text =
    enabled.length === 0
      ? label('没有启用的角色，看不到任何记录', 'The person has no enabled role, and so no rows')
      : label(
          `角色的数据范围（${wants.map(({ zh }) => zh).join('，')}）要求的组织，该用户没有设置，看不到任何记录`,
          `The roles reach an organisation (${wants.map(({ en }) => en).join(', ')}) that the person does not have, and so no rows`,
        );
  inquiry.say('scope', false, text, [...roles]);
}

/** Reports whether any kind of scope binds the person. */
function isBound({ partnersIds, provinceId, agentId, ownRowsOnly }: Actor): boolean {
  return ownRowsOnly || [partnersIds, provinceId, agentId].some(id => id !== null);
}

function readOnlySentence(dataset: AnyDataset, kind: ScopeKind): Label {
  return label(
    `按${kinds[kind].zh}限定范围的用户只能查看${dataset.label.zh}，不能修改`,
    `People bound to their ${kinds[kind].en} may look at ${dataset.label.en}, and change nothing there`,
  );
}

/** Reports the effect of one kind of scope on a row or dataset; returns whether to continue with the next kind. */
async function sayRule(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  rule: ScopeRule,
  row: FoundRow | undefined,
  meets: boolean,
  inquiry: Inquiry,
): Promise<boolean> {
  const kind = kinds[rule.kind];
  if (dataset.scope[rule.kind] === undefined) {
    const text = label(
      `${dataset.label.zh}没有按${kind.zh}开放，该用户看不到任何记录`,
      `${dataset.label.en} is not open by ${kind.en}, and so the person sees no rows`,
    );
    return inquiry.say('scope', false, text);
  }
  const field = rule.field === undefined ? undefined : fieldOf(dataset, rule.field);
  const where = field?.label;
  const name = rule.field ?? '';
  const has = row === undefined ? '' : String(row[refNameKey(name)] ?? row[name] ?? '–');
  if (rule.kind === 'own' || where === undefined) {
    return inquiry.say('scope', meets, ownSentence(where, has, meets));
  }
  const bound = await namesOf(engine, actor, rule);
  // An account of an agency names no partner itself.
  const by =
    rule.kind === 'partner' && actor.agentId !== null
      ? label('所属机构的合伙人', 'partner of the agency')
      : kind;
  if (row === undefined) {
    const text = label(
      `只能看到${by.zh}为“${bound}”的记录（按${where.zh}）`,
      `Sees only rows of the ${by.en} "${bound}" (by ${where.en})`,
    );
    return inquiry.say('scope', meets, text);
  }
  const text = meets
    ? label(
        `记录的${where.zh}“${has}”在该用户的${by.zh}“${bound}”之内`,
        `The row's ${where.en} "${has}" is within the person's ${by.en} "${bound}"`,
      )
    : label(
        `记录的${where.zh}是“${has}”，该用户只能看${by.zh}“${bound}”`,
        `The row's ${where.en} is "${has}"; the person sees only the ${by.en} "${bound}"`,
      );
  return inquiry.say('scope', meets, text);
}

/** `where` is the field with the owner; without one, the creator owns the row. */
function ownSentence(where: Label | undefined, has: string, meets: boolean): Label {
  if (where === undefined) {
    return meets
      ? label(
          '该用户的角色只能看本人创建的记录',
          "The person's roles reach only rows of the person's own making",
        )
      : label(
          '只能看本人创建的记录，这条由他人创建',
          'Only rows of the own making; somebody else made this one',
        );
  }
  return meets
    ? label(
        `该用户的角色只能看本人的记录（按${where.zh}）`,
        `The person's roles reach own rows only (by ${where.en})`,
      )
    : label(
        `只能看本人的记录，这条的${where.zh}是 ${has}`,
        `Own rows only; the ${where.en} of this one is ${has}`,
      );
}

/** Organisations that are named, with the dataset of their rows. */
const organisations: Partial<Record<ScopeKind, AnyDataset>> = {
  partner: registry.partners,
  province: registry.province,
  agency: registry.agent,
};

/** The names of what a person is bound to; only the first few of a partner's tree. */
async function namesOf(engine: Engine, actor: Actor, { kind, allowed }: ScopeRule): Promise<string> {
  const dataset = organisations[kind];
  if (!dataset) return allowed.join(', ');
  const shown = allowed.slice(0, 3);
  const found = await selectRows(engine, dataset, {
    reader: actor,
    fields: [dataset.identity.value, dataset.identity.name],
    where: sql<SqlBool>`${column('d', columnName(dataset.identity.value))} = any(${shown}::bigint[])`,
  }).execute(engine.db);
  const byId = new Map(
    found.rows.map(row => [Number(row[dataset.identity.value]), String(row[dataset.identity.name])]),
  );
  const listed = shown.map(id => byId.get(id) ?? `ID ${id}`).join('、');
  return allowed.length > shown.length ? `${listed} … ${allowed.length}` : listed;
}
