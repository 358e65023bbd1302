import { z } from 'zod';

/** A node of the tree that a role is ticked in: `GET /api/admin/rolePermList?roleId=` (domain A2). */
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

/** Data of `GET /api/admin/rolePermList`. */
export const rolePermList = z.object({ permIds: z.array(z.number().int()), tree: z.array(permNode) });

/** A login that lasts, as people see it: one's own, or that of somebody online. */
export const sessionRow = z.object({
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
  /** The session that asks. */
  current: z.boolean(),
});

/** Body of the calls that end sessions. */
export const endSessionsBody = z.object({ ids: z.array(z.number().int().positive()).min(1).max(200) });

/** A parameter's present value: `GET /api/admin/config` (domain A13). */
export const configRow = z.object({
  configKey: z.string(),
  configValue: z.string(),
  version: z.number().int(),
  updateTime: z.string(),
});

/** Body of `PUT /api/admin/config`. */
export const configBody = z.object({
  configKey: z.string().max(64),
  configValue: z.string().trim().max(255),
  version: z.number().int(),
});

/** See {@link sessionRow}. */
export type SessionRow = z.infer<typeof sessionRow>;
/** See {@link configRow}. */
export type ConfigRow = z.infer<typeof configRow>;
