import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { menuList } from '../../calls/menu.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';

const flag = z.union([z.literal(0), z.literal(1)]);
const scopeId = z.number().int().positive().nullable();

/** Body of a login (spec section 7). `uuid` and `patchca` are blank if captchas are off. */
const loginBody = z.object({
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
  /** The partner and its descendants, if the person is bound to one. */
  partnersIds: z.array(z.number().int().positive()).nullable().default(null),
  /** Somebody else set the password: the person must change it before doing anything else. */
  mustChangePassword: z.boolean().default(false),
  /** Nothing but turning the second factor on is allowed. */
  mustEnrolSecondFactor: z.boolean().default(false),
  provinceId: scopeId,
  provinceName: z.string().nullable(),
  agentId: scopeId,
});

/**
 * Data of a successful login: the token and the person (domain 9). `deviceToken` is included for a device new to the
 * account: store it and send it as the header `device-token` with later logins, so that strangers who guess passwords
 * cannot lock out this device.
 */
export const loginAnswer = sessionUser.extend({
  token: z.string().min(1),
  deviceToken: z.string().optional(),
});

/**
 * Data of a successful first step when a second one is required: the challenge to send with the code to
 * {@link loginCalls} `secondStep`, and its validity in seconds.
 */
export const loginChallenge = z.object({ challenge: z.string().min(1), expiresIn: z.number().int() });

/** Answer of the first step. */
export const loginOutcome = z.union([loginAnswer, loginChallenge]);

/** Body of the second step; `code` is one of the app's or a recovery code. */
const secondStepBody = z.object({
  challenge: z.string().min(1).max(128),
  code: z.string().trim().min(1).max(32),
});

/** A new password, and the current one if it was typed too long ago (domain A5, Q47). */
const changePasswordBody = z.object({
  userId: z.number().int().positive(),
  password: z.string(),
  oldPassword: z.string().optional(),
});

/** Number of the person's API tokens that ended with the password. */
const passwordChanged = z.object({ endedTokens: z.int() });

/** See {@link passwordChanged}. */
export type PasswordChanged = z.infer<typeof passwordChanged>;
/** See {@link sessionUser}. */
export type SessionUser = z.infer<typeof sessionUser>;
/** See {@link loginOutcome}. */
export type LoginOutcome = z.infer<typeof loginOutcome>;
/** See {@link loginAnswer}. */
export type LoginAnswer = z.infer<typeof loginAnswer>;
/** See {@link loginBody}. */
export type LoginBody = z.output<typeof loginBody>;
/** See {@link secondStepBody}. */
export type SecondStepBody = z.output<typeof secondStepBody>;
/** See {@link changePasswordBody}. */
export type ChangePasswordBody = z.output<typeof changePasswordBody>;

const captchaName = label('验证码', 'Captcha');

/** Login, logout, captcha, and the caller's own password, menu and profile (domain A3, A5). */
export const loginCalls = {
  captcha: call('GET /api/admin/patchca/:uuid', {
    of: 'auth',
    label: label(
      '验证码图片，五分钟内一次有效；无需验证码时为 204',
      'Captcha image, good once within five minutes; 204 where none is asked for',
    ),
    may: 'public',
    params: z.object({ uuid: z.string().regex(/^[\w-]{1,64}$/) }),
    answers: 'file',
    // A person clicks for a clearer one now and then.
    limit: { name: 'captcha-address', per: 'address', max: 300, windowMs: 5 * 60_000 },
  }),
  login: call('POST /api/admin/login', {
    of: 'auth',
    label: label('登录', 'Log in'),
    may: 'public',
    body: loginBody,
    names: {
      userName: label('账号', 'Account'),
      password: label('密码', 'Password'),
      uuid: captchaName,
      patchca: captchaName,
    },
    data: loginOutcome,
    audit: 'login',
    fails: [
      'wrongCaptcha',
      'captchaExpired',
      'wrongPassword',
      'accountLocked',
      'accountDisabled',
      'organisationDisabled',
      'tooManyRequests',
    ],
  }),
  secondStep: call('POST /api/admin/login/secondFactor', {
    of: 'auth',
    label: label(
      '登录第二步：验证器或恢复码',
      'Second step of a login: a code of the app or a recovery code',
    ),
    may: 'public',
    body: secondStepBody,
    names: { challenge: label('登录验证', 'Login'), code: label('验证码', 'Code') },
    data: loginAnswer,
    audit: 'login',
    fails: [
      'challengeExpired',
      'wrongCode',
      'accountLocked',
      'accountDisabled',
      'organisationDisabled',
      'tooManyRequests',
    ],
  }),
  /** Public, because it must also succeed for people who are already logged out. */
  logout: call('POST /logout', {
    also: ['POST /api/admin/logout'],
    of: 'auth',
    label: label('退出登录', 'Log out'),
    may: 'public',
    audit: 'logout',
    service: 'admin',
  }),
  changePassword: call('POST /api/admin/resetPwd', {
    of: 'auth',
    label: label('修改本人密码', "Change one's own password"),
    may: 'person',
    sessionOnly: true,
    before: ['passwordChange', 'enrolment'],
    body: changePasswordBody,
    names: { password: label('新密码', 'New password'), oldPassword: label('原密码', 'Current password') },
    data: passwordChanged,
    message: 'modified',
    fails: ['forbidden', 'wrongOldPassword', 'tooManyRequests'],
  }),
  menu: call('GET /api/admin/menuList', {
    of: 'auth',
    label: label('菜单', 'Menu'),
    may: 'person',
    // The person whose menu to return; defaults to the caller.
    query: z.object({ userId: keyValue.optional() }),
    data: menuList,
    fails: ['forbidden'],
  }),
  current: call('GET /api/admin/user/current', {
    of: 'auth',
    label: label('当前用户', 'The person logged in'),
    may: 'person',
    before: ['passwordChange', 'enrolment'],
    data: sessionUser,
  }),
} as const;
