import { z } from 'zod';

const flag = z.union([z.literal(0), z.literal(1)]);
const scopeId = z.number().int().positive().nullable();

/** Body of `POST /api/admin/login` (spec section 7). `uuid` and `patchca` are blank where captchas are off. */
export const loginBody = z.object({
  userName: z.string().trim().min(1).max(32),
  password: z.string().min(1).max(64),
  uuid: z.string().max(64).default(''),
  patchca: z.string().trim().max(8).default(''),
  rememberMe: z.boolean().default(false),
});

/** The person of a session, as the browser keeps it (spec section 3, session user). */
export const sessionUser = z.object({
  userId: z.number().int().positive(),
  userName: z.string(),
  nickName: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  /** Names of the person's roles, joined with a comma. */
  roleNames: z.string(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  createTime: z.string(),
  /** Invite code; only some kinds of user have one (domain 0.7, 12). */
  recCode: z.string().nullable(),
  adminFlag: flag,
  saleFlag: flag,
  /** Permission codes held, such as `sch:examType:add`. */
  perms: z.array(z.string()),
  partnersId: scopeId,
  /** The partner and those under it, where the person is bound to one. */
  partnersIds: z.array(z.number().int().positive()).nullable().default(null),
  /** Somebody else chose the password: nothing but changing it is allowed. */
  mustChangePassword: z.boolean().default(false),
  /** Nothing but turning the second factor on is allowed. */
  mustEnrolSecondFactor: z.boolean().default(false),
  provinceId: scopeId,
  provinceName: z.string().nullable(),
  agentId: scopeId,
});

/**
 * Data that a successful login answers: the token and the person (domain 9). `deviceToken` comes where the device was
 * not known to the account: kept, and sent as the header `device-token` with the next logins, it keeps strangers who
 * guess the password from holding this device up.
 */
export const loginAnswer = sessionUser.extend({
  token: z.string().min(1),
  deviceToken: z.string().optional(),
});

/**
 * Data of a first step that was right where a second one is asked for: what the code is to be sent with, to
 * `POST /api/admin/login/secondFactor`, and for how many seconds it is good.
 */
export const loginChallenge = z.object({ challenge: z.string().min(1), expiresIn: z.number().int() });

/** What `POST /api/admin/login` answers. */
export const loginOutcome = z.union([loginAnswer, loginChallenge]);

/** Body of `POST /api/admin/login/secondFactor`; `code` is one of the app's or a recovery code. */
export const secondStepBody = z.object({
  challenge: z.string().min(1).max(128),
  code: z.string().trim().min(1).max(32),
});

/** Body of `POST /api/admin/resetPwd` (domain A5, Q47). */
export const changePasswordBody = z.object({
  userId: z.number().int().positive(),
  password: z.string(),
  oldPassword: z.string().optional(),
});

/** Data that `POST /api/admin/resetPwd` answers: how many of the person's API tokens ended with the password. */
export const passwordChanged = z.object({ endedTokens: z.int() });

/** See {@link passwordChanged}. */
export type PasswordChanged = z.infer<typeof passwordChanged>;
/** See {@link sessionUser}. */
export type SessionUser = z.infer<typeof sessionUser>;
/** See {@link loginOutcome}. */
export type LoginOutcome = z.infer<typeof loginOutcome>;
/** See {@link loginAnswer}. */
export type LoginAnswer = z.infer<typeof loginAnswer>;
