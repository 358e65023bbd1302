import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AccessStep, Explanation, explainBody } from '@yikao/model/contexts/people/access.calls.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import { actionLabels, permissionCode } from '@yikao/model/permissions.ts';
import type { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Standing } from '../accounts/standing.ts';
import { accountOfMobile, askApplication } from './applicant.ts';
import { grantsOf, rolesOf } from './grants.ts';
import { Inquiry } from './inquiry.ts';
import { askLogin } from './login-rules.ts';
import { askRow } from './rows.ts';
import { type Target, targetOf } from './target.ts';

/** Account data used by {@link explain}. */
export interface Accounts {
  /** A person as their own session would load them, independent of the caller. */
  readonly readPerson: (userId: number) => Promise<Omit<Actor, 'language'> | undefined>;
  /** The steps that may be pending before an account can work. */
  readonly readStanding: (userId: number, now: Date) => Promise<Standing>;
}

/**
 * `POST /api/admin/access/explain`: explains, rule by rule in the order of the actual checks, why a person can or
 * cannot log in and see a page, an action or a row, with the roles that grant it. The decisions come from the code that
 * handles the person's own calls. Throws `notFound` for people and rows out of the caller's reach.
 */
export async function explain(
  engine: Engine,
  asker: Actor,
  accounts: Accounts,
  asked: z.output<typeof explainBody>,
): Promise<Explanation> {
  const { language } = asker;
  const target = targetOf(engine.datasets, asked);
  const userId = asked.userId ?? (await accountOfMobile(engine, asker, asked.mobile));
  const inquiry = new Inquiry(language);
  const answer = (user: Explanation['user']): Explanation => ({
    allowed: inquiry.steps.every(step => step.passed),
    user,
    about: aboutOf(target, language),
    steps: inquiry.steps,
  });
  if (userId === undefined) return answer(await askApplication(engine, asker, asked.mobile, inquiry));
  const user = await findRow(engine, engine.db, registry.adminUser, asker, userId);
  const person = await accounts.readPerson(userId);
  if (!user || !person) throw failure('notFound');
  const actor: Actor = { ...person, language };
  const standing = await accounts.readStanding(userId, engine.clock.now());
  if (askLogin(user.status === enable.is.enabled, standing, inquiry))
    await ask(engine, asker, actor, target, inquiry);
  return answer({ userId, userName: user.userName, nickName: user.nickName });
}

/** The name of the subject; blank for the login itself. */
function aboutOf({ dataset, action, key, menu }: Target, language: Language): string {
  if (!dataset) return menu ?? '';
  return [
    dataset.label[language],
    actionLabels[action][language],
    ...(key === undefined ? [] : [`ID ${key}`]),
  ].join(' · ');
}

async function ask(
  engine: Engine,
  asker: Actor,
  actor: Actor,
  target: Target,
  inquiry: Inquiry,
): Promise<void> {
  const { dataset, menu } = target;
  if (menu !== undefined && !(await askPage(engine, actor, menu, inquiry))) return;
  if (!dataset) {
    if (menu === undefined) await askRoles(engine, actor, inquiry);
    return;
  }
  if (!(await askPermission(engine, actor, dataset, target, inquiry))) return;
  await askRow(engine, asker, actor, dataset, target, inquiry);
}

/** Reports whether anything is left to a person once logged in: the roles that are enabled. */
async function askRoles(engine: Engine, actor: Actor, inquiry: Inquiry): Promise<void> {
  if (actor.admin) {
    inquiry.say('roles', true, label('管理员不依赖角色', 'Administrators need no role'));
    return;
  }
  const roles = await rolesOf(engine.db, actor.userId);
  if (roles.length === 0) {
    inquiry.say(
      'roles',
      false,
      label(
        '该用户没有角色，登录后看不到任何页面',
        'The person has no role, and sees no page after the login',
      ),
    );
    return;
  }
  const asleep = roles.filter(role => !role.enabled);
  const all = asleep.length === roles.length;
  const text =
    asleep.length === 0
      ? label('角色均已启用', 'All roles are enabled')
      : label(
          `角色${names(asleep).zh}已停用${all ? '，登录后看不到任何页面' : ''}`,
          `${names(asleep).en} is disabled${all ? ': the person sees no page after the login' : ''}`,
        );
  inquiry.say(
    'roles',
    !all,
    text,
    roles.map(({ dataScope: _, ...role }) => role),
  );
}

const names = (roles: AccessStep['roles']) => ({
  zh: roles.map(role => `“${role.roleName}”`).join('、'),
  en: roles.map(role => `"${role.roleName}"`).join(', '),
});

/** The sentence about the roles that grant a node to a person who is not an administrator. */
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
  // The verdict comes from the real check; the sentence explains it.
  return inquiry.say('permission', holds(actor, code), text, roles);
}
