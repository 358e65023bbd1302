import { dataScope } from '@yikao/model/codes/shared.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { type AnyDataset, fieldOf, type ScopeKind } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/info.ts';
import { columnName } from '../../engine/naming.ts';
import { type ScopeRule, scopeCondition, scopeRules } from '../../engine/scope.ts';
import { type FoundRow, selectRows } from '../../engine/select.ts';
import { allOf, column } from '../../engine/sql.ts';
import { rolesOf } from './grants.ts';
import type { Inquiry } from './inquiry.ts';

const kinds: Record<ScopeKind, Label> = {
  partner: label('合伙人', 'partner'),
  province: label('省份', 'province'),
  agency: label('机构', 'agency'),
  own: label('本人', 'own rows'),
};

/**
 * Asks whether a row stands and whether it lies within the actor's reach, one kind of scope after the other; without
 * a row, what the actor's reach in the dataset is. `asker` learns of no row outside his own.
 */
export async function askRow(
  engine: Engine,
  asker: Actor,
  actor: Actor,
  dataset: AnyDataset,
  key: number | undefined,
  inquiry: Inquiry,
): Promise<void> {
  const row = key === undefined ? undefined : await standingRow(engine, asker, dataset, key, inquiry);
  if (key !== undefined && row === undefined) return;
  if (dataset.scope === 'unscoped') {
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
  const rules = scopeRules(dataset, actor, 'd');
  if (rules.length === 0) {
    inquiry.say('scope', true, label('该用户不限数据范围', 'The person has no data scope'));
    return;
  }
  for (const rule of rules) {
    const meets = key === undefined || (await meetsRule(engine, dataset, key, rule));
    if (!inquiry.say('scope', meets, await scopeSentence(engine, dataset, rule, row, meets))) return;
  }
}

/** The row, if it stands within the asker's own reach; throws `notFound` for what the asker may not know of either. */
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
  dataset: AnyDataset,
  key: number,
  rule: ScopeRule,
): Promise<boolean> {
  const found = await selectRows(engine, dataset, {
    fields: [dataset.key],
    where: allOf([sql<SqlBool>`${column('d', columnName(dataset.key))} = ${key}`, rule.condition]),
  }).execute(engine.db);
  return found.rows.length === 1;
}

/** No role of the person reaches any row: each says which organisation it wants that the person does not have. */
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

async function scopeSentence(
  engine: Engine,
  dataset: AnyDataset,
  rule: ScopeRule,
  row: FoundRow | undefined,
  meets: boolean,
): Promise<Label> {
  const field = fieldOf(dataset, rule.field);
  const [bound, has] = await Promise.all([
    namesOf(engine, rule),
    row === undefined ? '' : String(row[refNameKey(rule.field)] ?? row[rule.field] ?? '–'),
  ]);
  const kind = kinds[rule.kind];
  const where = { zh: field?.label.zh ?? rule.field, en: field?.label.en ?? rule.field };
  if (rule.kind === 'own') {
    return meets
      ? label('该用户的角色只能看本人的记录', "The person's roles reach own rows only")
      : label(
          `只能看本人的记录，这条的${where.zh}是 ${has}`,
          `Own rows only; the ${where.en} of this one is ${has}`,
        );
  }
  if (row === undefined) {
    return label(
      `只能看到${kind.zh}为“${bound}”的记录（按${where.zh}）`,
      `Sees only rows of the ${kind.en} "${bound}" (by ${where.en})`,
    );
  }
  return meets
    ? label(
        `记录的${where.zh}“${has}”在该用户的${kind.zh}“${bound}”之内`,
        `The row's ${where.en} "${has}" is within the person's ${kind.en} "${bound}"`,
      )
    : label(
        `记录的${where.zh}是“${has}”，该用户只能看${kind.zh}“${bound}”`,
        `The row's ${where.en} is "${has}"; the person sees only the ${kind.en} "${bound}"`,
      );
}

/** Organisations that are told by name, where the dataset of their rows is declared. */
const organisations: Partial<Record<ScopeKind, AnyDataset>> = {
  partner: registry.partners,
  province: registry.province,
  agency: registry.agent,
};

/** The names of what a person is bound to; the first few of a partner's tree. */
async function namesOf(engine: Engine, { kind, allowed }: ScopeRule): Promise<string> {
  const dataset = organisations[kind];
  if (!dataset) return allowed.join(', ');
  const shown = allowed.slice(0, 3);
  const found = await selectRows(engine, dataset, {
    fields: [dataset.identity.value, dataset.identity.name],
    where: sql<SqlBool>`${column('d', columnName(dataset.identity.value))} = any(${shown}::bigint[])`,
  }).execute(engine.db);
  const byId = new Map(
    found.rows.map(row => [Number(row[dataset.identity.value]), String(row[dataset.identity.name])]),
  );
  const listed = shown.map(id => byId.get(id) ?? `ID ${id}`).join('、');
  return allowed.length > shown.length ? `${listed} … ${allowed.length}` : listed;
}
