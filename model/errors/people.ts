import type { ErrorEntry } from './entry.ts';

/** Errors of logging in, accounts and rights; see `errorCatalogue` in `model/errors.ts`. */
export const peopleErrors = {
  wrongCaptcha: { status: 400, zh: '验证码错误', en: 'Wrong captcha' },
  captchaExpired: { status: 400, zh: '验证码已失效，请刷新', en: 'The captcha has expired, refresh it' },
  wrongSmsCode: {
    status: 400,
    zh: '短信验证码错误或已失效',
    en: 'The text code is wrong or no longer valid',
  },
  smsTooSoon: {
    status: 429,
    zh: '请 {seconds} 秒后再获取验证码',
    en: 'Ask for another code in {seconds} seconds',
  },
  smsFailed: {
    status: 503,
    zh: '短信发送失败，请稍后再试',
    en: 'The text message could not be sent, try again later',
  },
  roleMissing: {
    status: 409,
    zh: '缺少角色“{code}”，请先在角色管理中恢复或启用',
    en: 'The role "{code}" is missing; restore or enable it first',
  },
  wrongPassword: { status: 400, zh: '账号或密码错误', en: 'Wrong account or password' },
  wrongOldPassword: { status: 400, zh: '原密码错误', en: 'Wrong current password' },
  wrongCode: {
    status: 400,
    zh: '验证码错误或已使用',
    en: 'The code is wrong or has been used',
  },
  challengeExpired: {
    status: 400,
    zh: '登录验证已超时，请重新登录',
    en: 'The login has timed out, please start again',
  },
  signOnExpired: {
    status: 400,
    zh: '单点登录已超时，请重新登录',
    en: 'The single sign-on has timed out, please start again',
  },
  signOnFailed: {
    status: 400,
    zh: '单点登录失败：身份提供方没有确认您的身份',
    en: 'Single sign-on failed: the provider did not confirm who you are',
  },
  signOnUnavailable: {
    status: 503,
    zh: '单点登录服务暂时无法访问，请稍后再试',
    en: 'The single sign-on service cannot be reached, try again later',
  },
  signOnUnknown: {
    status: 403,
    zh: '没有与该身份对应的账号，请联系管理员',
    en: 'No account belongs to this identity, ask an administrator',
  },
  signOnTaken: {
    status: 409,
    zh: '该身份或该账号已有其他关联',
    en: 'The identity or the account is already linked to another one',
  },
  accountLocked: {
    status: 429,
    zh: '登录失败次数过多，请 {minutes} 分钟后再试',
    en: 'Too many failed logins, try again in {minutes} minutes',
  },
  accountDisabled: { status: 403, zh: '账号已停用', en: 'The account is disabled' },
  organisationDisabled: {
    status: 403,
    zh: '您所属的合伙人或机构已停用，暂不能登录；请联系管理员',
    en: 'Your partner or agency is disabled, so you cannot log in; ask an administrator',
  },
  ownOrganisation: {
    status: 409,
    zh: '不能停用或删除您自己所属的合伙人或机构，也不能移到已停用的合伙人下面；请由管理员处理',
    en: 'You cannot disable or delete your own partner or agency, or move it beneath a disabled one; ask an administrator',
  },
  unauthenticated: {
    status: 401,
    zh: '登录已过期，请重新登录',
    en: 'Your session has expired, please log in',
  },
  mustChangePassword: {
    status: 403,
    zh: '请先设置自己的密码',
    en: 'Set your own password first',
  },
  mustEnrolSecondFactor: {
    status: 403,
    zh: '请先启用两步验证',
    en: 'Turn two-step login on first',
  },
  tokenNotAllowed: {
    status: 403,
    zh: 'API 令牌不能执行该操作，请登录后操作',
    en: 'An API token cannot do this; log in to do it',
  },
  callTokenInvalid: {
    status: 400,
    zh: '软电话令牌无效或已过期，请重新获取',
    en: 'The softphone token is not valid or has run out, get a new one',
  },
  callTokenReused: {
    status: 400,
    zh: '软电话令牌已被替换，为安全起见本次登录的令牌均已作废，请重新获取',
    en: 'The softphone token had already been replaced; for safety, all tokens of this login are now invalid, get a new one',
  },
  readOnlyToken: { status: 403, zh: '该 API 令牌只读', en: 'This API token may only read' },
  forbidden: { status: 403, zh: '无访问权限', en: 'Access denied' },
  outranked: {
    status: 403,
    zh: '该操作涉及的账号、角色或权限超出您自己的权限或数据范围，请由管理员处理',
    en: 'This affects an account, role or permission beyond your own; ask an administrator',
  },
  fileOutOfReach: {
    status: 403,
    zh: '该文件生成后，您的权限或数据范围已变小，不能再查看或下载；如仍需要，请按现在的权限重新导出或导入',
    en: 'Your permissions or data scope have been reduced since this file was made, so you can no longer view or download it; export or import again if you still need it',
  },
} as const satisfies Record<string, ErrorEntry>;
