import { z } from 'zod';
import { limits } from '../limits.ts';

/** A token as people see it; the token itself is told once, when it is made. */
export const apiTokenRow = z.object({
  tokenId: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  name: z.string(),
  /** The token's first signs, by which it is known again. */
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

/** Body of `POST /api/admin/apiToken`. */
export const apiTokenBody = z.object({
  name: z.string().trim().min(1).max(limits.name),
  days: z.number().int().min(1).max(limits.apiTokenDays),
  codes: z.array(z.string().max(64)).min(1).max(2_000),
  readOnly: z.boolean().default(false),
});

/** Data of `POST /api/admin/apiToken`: the token, this once, and how it will be shown. */
export const apiTokenMade = z.object({ token: z.string(), row: apiTokenRow });

/** Body of the calls that revoke tokens. */
export const revokeBody = z.object({ ids: z.array(z.number().int().positive()).min(1).max(200) });

/** See {@link apiTokenRow}. */
export type ApiTokenRow = z.infer<typeof apiTokenRow>;
/** See {@link apiTokenMade}. */
export type ApiTokenMade = z.infer<typeof apiTokenMade>;
