import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { counted, keysBody } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { onlineQuery } from './people.calls.ts';

/** A token as people see it; its secret is shown once, when it is created. */
export const apiTokenRow = z.object({
  tokenId: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  name: z.string(),
  /** The token's first characters, to recognise it. */
  hint: z.string(),
  /** Permission codes that were chosen for it. It never does more than its owner may at that moment. */
  codes: z.array(z.string()),
  readOnly: z.boolean(),
  /** Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  createTime: z.string(),
  expireTime: z.string(),
  expired: z.boolean(),
  /** Null until it is used. */
  seenTime: z.string().nullable(),
  seenIp: z.string().nullable(),
});

/** Values of a new token. */
const apiTokenBody = z.object({
  name: z.string().trim().min(1).max(limits.name),
  days: z.number().int().min(1).max(limits.apiTokenDays),
  codes: z.array(z.string().max(64)).min(1).max(2_000),
  readOnly: z.boolean().default(false),
});

/** A new token, shown only here, with its row. */
const apiTokenMade = z.object({ token: z.string(), row: apiTokenRow });

/** See {@link apiTokenRow}. */
export type ApiTokenRow = z.infer<typeof apiTokenRow>;
/** See {@link apiTokenMade}. */
export type ApiTokenMade = z.infer<typeof apiTokenMade>;
/** Body of {@link apiTokenCalls} `make`. */
export type ApiTokenBody = z.infer<typeof apiTokenBody>;

/** Tokens for scripts that call in a person's name; a token cannot create or revoke tokens. */
export const apiTokenCalls = {
  own: call('GET /api/admin/apiToken', {
    of: 'auth',
    label: label('本人的 API 令牌', "One's own API tokens"),
    may: 'person',
    sessionOnly: true,
    data: z.array(apiTokenRow),
  }),
  make: call('POST /api/admin/apiToken', {
    of: 'auth',
    label: label('创建 API 令牌，只显示一次', 'Make an API token, told once'),
    may: 'person',
    sessionOnly: true,
    body: apiTokenBody,
    names: {
      name: label('名称', 'Name'),
      days: label('有效天数', 'Days'),
      codes: label('权限', 'Permissions'),
    },
    data: apiTokenMade,
    message: 'added',
    fails: ['notAllowedNow'],
  }),
  revoke: call('DELETE /api/admin/apiToken', {
    of: 'auth',
    label: label('吊销本人的 API 令牌', "Revoke API tokens of one's own"),
    may: 'person',
    sessionOnly: true,
    body: keysBody(200),
    data: counted,
  }),
  all: call('GET /api/admin/online/apiToken', {
    of: 'auth',
    label: label('所有人的 API 令牌', "Everybody's API tokens"),
    may: 'sys:online:list',
    sessionOnly: true,
    query: onlineQuery,
    pageSize: limits.pageSize,
    data: pageOf(apiTokenRow),
  }),
  revokeOthers: call('DELETE /api/admin/online/apiToken', {
    of: 'auth',
    label: label('吊销他人的 API 令牌', "Revoke others' API tokens"),
    may: 'sys:online:kick',
    sessionOnly: true,
    body: keysBody(200),
    data: counted,
  }),
} as const;
