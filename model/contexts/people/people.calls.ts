import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { counted, keysBody, keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { adminUser } from './admin-user.ts';
import { role } from './role.ts';

/** A node of the tree that a role is ticked in (domain A2). */
export interface PermNode {
  readonly permId: number;
  /** 1 directory, 2 menu, 3 button. */
  readonly permType: 1 | 2 | 3;
  readonly permCode: string | null;
  /** Name of an icon, or blank. */
  readonly icon: string;
  /** In the language of the request. */
  readonly description: string;
  readonly children: readonly PermNode[];
}

const permNode: z.ZodType<PermNode> = z.object({
  permId: z.number().int(),
  permType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  permCode: z.string().nullable(),
  icon: z.string(),
  description: z.string(),
  get children() {
    return z.array(permNode);
  },
});

/** A login session as shown to people: their own, or that of somebody online. */
const sessionRow = z.object({
  sessionId: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  ip: z.string(),
  /** As the browser calls itself. */
  userAgent: z.string(),
  remember: z.boolean(),
  /** Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  createTime: z.string(),
  seenTime: z.string(),
  expireTime: z.string(),
  /** The calling session. */
  current: z.boolean(),
});

/** Filters for the people currently logged in. */
export const onlineQuery = z.object({ keywords: z.string().trim().max(64).default('') });

/** A parameter's present value (domain A13). */
const configRow = z.object({
  configKey: z.string(),
  configValue: z.string(),
  version: z.number().int(),
  updateTime: z.string(),
});

/** See {@link sessionRow}. */
export type SessionRow = z.infer<typeof sessionRow>;
/** See {@link configRow}. */
export type ConfigRow = z.infer<typeof configRow>;

/** Active logins: the caller's own, and those of everyone within reach. */
export const sessionCalls = {
  own: call('GET /api/admin/session', {
    of: 'auth',
    label: label('本人的登录', "One's own logins"),
    may: 'person',
    sessionOnly: true,
    data: z.array(sessionRow),
  }),
  end: call('DELETE /api/admin/session', {
    of: 'auth',
    label: label('结束本人的登录', "End logins of one's own"),
    may: 'person',
    sessionOnly: true,
    body: keysBody(200),
  }),
  online: call('GET /api/admin/online', {
    of: 'auth',
    label: label('在线用户', 'Who is online'),
    may: 'sys:online:list',
    query: onlineQuery,
    pageSize: limits.pageSize,
    data: pageOf(sessionRow),
  }),
  kickOut: call('DELETE /api/admin/online', {
    of: 'auth',
    label: label('强制下线', 'Sign out'),
    may: 'sys:online:kick',
    sessionOnly: true,
    body: keysBody(200),
    data: counted,
  }),
} as const;

/** Calls for accounts and roles only. */
export const peopleCalls = {
  /**
   * Ends all sessions and API tokens of the person, who must then set a new password before anything else (domain A1).
   */
  resetPassword: call(`POST ${adminUser.path}/reset_pwd`, {
    of: adminUser,
    label: label('重置他人密码，须为管理员', "Reset somebody else's password, for administrators"),
    may: 'admin',
    sessionOnly: true,
    // Without a password one is made.
    body: z.object({ userId: z.number().int().positive(), password: z.string().optional() }),
    data: z.object({
      /** A generated password, shown only once; a chosen one is not returned. */
      password: z.string().optional(),
      /** API tokens of the person that ended with the password. */
      endedTokens: z.int(),
    }),
    message: 'modified',
    fails: ['notFound', 'notAllowedNow'],
  }),
  setStatus: call(`PUT ${adminUser.path}/status`, {
    of: adminUser,
    label: label('启用或停用账号', 'Enable or disable an account'),
    may: 'sys:user:update',
    body: z.object({ userId: keyValue, status: z.union([z.literal(1), z.literal(0)]) }),
    message: 'modified',
    fails: ['notFound', 'notAllowedNow', 'outranked'],
  }),
  /** Removes the second factor of a person who has lost it. */
  resetSecondFactor: call(`POST ${adminUser.path}/secondFactor/reset`, {
    of: adminUser,
    label: label('重置他人的两步验证', "Take somebody else's two-step login away"),
    may: 'sys:user:secondFactor',
    sessionOnly: true,
    body: z.object({ userId: z.number().int().positive() }),
    fails: ['notFound', 'notAllowedNow', 'outranked'],
  }),
  /** The permission tree and its selected nodes (domain A2). */
  rolePermissions: call('GET /api/admin/rolePermList', {
    of: role,
    label: label('角色的权限与全部权限树', 'What a role grants, and the tree of all permissions'),
    may: 'sys:role:list',
    query: z.object({ roleId: keyValue.optional() }),
    data: z.object({ permIds: z.array(z.number().int()), tree: z.array(permNode) }),
  }),
} as const;

/** The parameters of the product (domain A13, 7.4). */
export const configCalls = {
  list: call('GET /api/admin/config', {
    of: 'config',
    label: label('系统参数的当前值', 'Present values of the parameters'),
    may: 'sys:config:list',
    data: z.array(configRow),
  }),
  save: call('PUT /api/admin/config', {
    of: 'config',
    label: label('修改一个系统参数', 'Change one parameter'),
    may: 'sys:config:update',
    sessionOnly: true,
    body: z.object({
      configKey: z.string().max(64),
      configValue: z.string().trim().max(255),
      version: z.number().int(),
    }),
    data: configRow,
    message: 'modified',
    fails: ['notFound', 'staleVersion'],
  }),
} as const;
