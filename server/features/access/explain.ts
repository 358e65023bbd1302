import type { AccessStep, Explanation, explainBody } from '@yikao/model/calls/access.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, permissionCode } from '@yikao/model/kernel/dataset.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { actionLabels } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { holds } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/info.ts';
import type { FoundRow } from '../../engine/select.ts';
import { grantsOf } from './grants.ts';
import { Inquiry } from './inquiry.ts';
import { askRow } from './rows.ts';
import { type Target, targetOf } from './target.ts';

/** A person as a session would find them, whoever asks. */
export type ReadPerson = (userId: number) => Promise<Omit<Actor, 'language'> | undefined>;

/**
 * `POST /api/admin/access/explain`: why a person sees a page, an action or a row, or why not, rule by rule as the
 * product asks them, with the roles that give it. What decides is what decides for the person's own calls. Throws
 * `notFound` for people and rows outside the asker's own reach.
 */
export async function explain(
  engine: Engine,
  asker: Actor,
  readPerson: ReadPerson,
  asked: z.output<typeof explainBody>,
): Promise<Explanation> {
  const { language } = asker;
  const user = await findRow(engine, engine.db, registry.adminUser, asker, asked.userId);
  const person = await readPerson(asked.userId);
  if (!user || !person) throw failure('notFound');
  const target = targetOf(engine.datasets, asked);
  const inquiry = new Inquiry(language);
  const actor: Actor = { ...person, language };
  await ask(engine, asker, actor, user, target, inquiry);
  const { dataset, action, key, menu } = target;
  const parts = dataset
    ? [dataset.label[language], actionLabels[action][language], ...(key === undefined ? [] : [`ID ${key}`])]
    : [menu ?? ''];
  return {
    allowed: inquiry.steps.every(step => step.passed),
    user: {
      userId: asked.userId,
      userName: String(user.userName),
      nickName: String(user.nickName),
    },
    about: parts.join(' · '),
    steps: inquiry.steps,
  };
}

async function ask(
  engine: Engine,
  asker: Actor,
  actor: Actor,
  user: FoundRow,
  target: Target,
  inquiry: Inquiry,
): Promise<void> {
  const enabled = Number(user.status) === 1;
  const account = enabled
    ? label('账号已启用', 'The account is enabled')
    : label('账号已停用，不能登录', 'The account is disabled and cannot log in');
  if (!inquiry.say('account', enabled, account)) return;
  if (!(await askPassword(engine, actor, inquiry))) return;
  if (target.menu !== undefined && !(await askPage(engine, actor, target.menu, inquiry))) return;
  const { dataset } = target;
  if (!dataset) return;
  if (!(await askPermission(engine, actor, dataset, target, inquiry))) return;
  await askRow(engine, asker, actor, dataset, target.key, inquiry);
}

async function askPassword(engine: Engine, actor: Actor, inquiry: Inquiry): Promise<boolean> {
  const found = await sql<{ must: boolean }>`
    select must_change as must from t_credential where user_id = ${actor.userId}`.execute(engine.db);
  if (found.rows[0]?.must !== true) return true;
  return inquiry.say(
    'password',
    false,
    label(
      '密码由他人设置，本人修改之前其他操作都会被拒绝',
      'Somebody else set the password; until the person changes it, everything else is refused',
    ),
  );
}

const names = (roles: AccessStep['roles']) => ({
  zh: roles.map(role => `“${role.roleName}”`).join('、'),
  en: roles.map(role => `"${role.roleName}"`).join(', '),
});

/** What the roles that give a node say about a person who is no administrator. */
function grantSentence(
  what: Label,
  shown: boolean,
  roles: AccessStep['roles'],
): { passed: boolean; text: Label } {
  const giving = roles.filter(role => role.held && role.enabled);
  const asleep = roles.filter(role => role.held && !role.enabled);
  const others = roles.filter(role => !role.held && role.enabled);
  if (!shown) {
    return {
      passed: false,
      text: label(`${what.zh}在权限树中已停用`, `${what.en} is switched off in the permission tree`),
    };
  }
  if (giving.length > 0) {
    return {
      passed: true,
      text: label(`${what.zh}由角色${names(giving).zh}授予`, `${what.en} is given by ${names(giving).en}`),
    };
  }
  if (asleep.length > 0) {
    return {
      passed: false,
      text: label(
        `授予${what.zh}的角色${names(asleep).zh}已停用`,
        `${what.en} is given by ${names(asleep).en}, which is disabled`,
      ),
    };
  }
  const hint = others.length > 0 ? names(others) : { zh: '无', en: 'none' };
  return {
    passed: false,
    text: label(
      `该用户的角色都没有${what.zh}；拥有它的角色：${hint.zh}`,
      `${what.en}: no role of the person has it; roles that do: ${hint.en}`,
    ),
  };
}

async function askPage(engine: Engine, actor: Actor, url: string, inquiry: Inquiry): Promise<boolean> {
  const { known, shown, roles } = await grantsOf(engine.db, actor.userId, { url });
  if (!known) {
    return inquiry.say('page', false, label(`菜单中没有页面 ${url}`, `The menu has no page ${url}`));
  }
  if (actor.admin && shown) {
    return inquiry.say('page', true, label('管理员可以打开所有页面', 'Administrators may open every page'));
  }
  const { passed, text } = grantSentence(label(`页面 ${url} `, `Page ${url}`), shown, roles);
  return inquiry.say('page', passed, text, roles);
}

async function askPermission(
  engine: Engine,
  actor: Actor,
  dataset: AnyDataset,
  { action }: Target,
  inquiry: Inquiry,
): Promise<boolean> {
  if (!dataset.permissions.actions.includes(action)) {
    return inquiry.say(
      'action',
      false,
      label(
        `${dataset.label.zh}没有“${actionLabels[action].zh}”操作`,
        `${dataset.label.en} has no action "${actionLabels[action].en}"`,
      ),
    );
  }
  const code = permissionCode(dataset, action);
  if (actor.admin) {
    return inquiry.say(
      'permission',
      true,
      label('管理员拥有所有权限', 'Administrators hold every permission'),
    );
  }
  const { shown, roles } = await grantsOf(engine.db, actor.userId, { code });
  const { text } = grantSentence(label(`权限 ${code} `, `Permission ${code}`), shown, roles);
  // The verdict is that of the calls; the sentence says where it comes from.
  return inquiry.say('permission', holds(actor, code), text, roles);
}
