import type { Label, Language } from './kernel/label.ts';
import { type Issue, issueText } from './kernel/validate/issues.ts';

/**
 * Every way a call can fail: its HTTP status, the message, and, for temporary failures, the seconds to wait before a
 * retry (`Retry-After`). The name is stable and travels as `data.reason`; the cause is logged and never shown (spec
 * section 8).
 */
export const errorCatalogue = {
  badRequest: { status: 400, zh: '请求有误', en: 'Bad request' },
  invalidFields: { status: 400, zh: '提交的内容有误，请检查', en: 'Please check the fields' },
  unknownFilter: { status: 400, zh: '未知的查询条件：{name}', en: 'Unknown filter: {name}' },
  unknownSort: { status: 400, zh: '不支持按“{name}”排序', en: 'Cannot sort by "{name}"' },
  emptyCondition: { status: 400, zh: '请先输入删除条件', en: 'Enter a deletion condition first' },
  noTemplateFields: { status: 400, zh: '请至少选择一个字段', en: 'Choose at least one field' },
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
  noSeat: {
    status: 409,
    zh: '您没有可用的坐席，请联系管理员在“坐席”中开通',
    en: 'You have no seat to call from; ask an administrator to set one up',
  },
  callsOff: {
    status: 409,
    zh: '没有设置话务平台，请管理员设置 CALL_URL',
    en: 'No telephony vendor is set up; an administrator has to set CALL_URL',
  },
  callLimit: {
    status: 409,
    zh: '该坐席今天已拨打 {max} 次，达到日限',
    en: 'This seat has placed {max} calls today, which is its limit',
  },
  seatBusy: {
    status: 409,
    retryAfter: 5,
    zh: '上一通电话正在呼叫，请稍候',
    en: 'Your previous call is still dialling; please wait',
  },
  numberBlocked: {
    status: 409,
    zh: '该号码在免打扰名单中，不能拨打',
    en: 'This number is on the do-not-call list and cannot be called',
  },
  callFailed: {
    status: 503,
    zh: '话务平台没有接通：{why}',
    en: 'The telephony vendor did not place the call: {why}',
  },
  templateNotReady: {
    status: 409,
    zh: '该短信模板未通过审核或已停用',
    en: 'This template is not approved, or is disabled',
  },
  nobodyToText: {
    status: 409,
    zh: '没有可发送的号码',
    en: 'There are no numbers to send to',
  },
  textBudget: {
    status: 409,
    zh: '今天还可发送 {left} 条，本次需要 {parts} 条；请减少收件人或请管理员调整上限',
    en: '{left} parts may still be sent today and this takes {parts}; choose fewer people or ask for a higher limit',
  },
  textVendorAway: {
    status: 503,
    retryAfter: 5,
    zh: '短信平台没有答复，请稍后再试',
    en: 'The text vendor did not answer; try again later',
  },
  applyPending: {
    status: 409,
    zh: '该手机号已有待审核的申请，请等待审核结果',
    en: 'An application with this mobile number is already being reviewed',
  },
  payNotSetUp: {
    status: 409,
    zh: '没有可用的支付账户，请在“支付账户”中检查配置',
    en: 'No payment account is available for this; check the payment accounts',
  },
  payRefused: {
    status: 409,
    zh: '支付渠道拒绝了该笔支付，请检查支付账户的配置',
    en: 'The payment vendor refused this payment; check the payment account',
  },
  payUnavailable: {
    status: 503,
    retryAfter: 5,
    zh: '支付渠道暂时无法访问，请稍后再试',
    en: 'The payment vendor cannot be reached, try again later',
  },
  notPayable: {
    status: 409,
    zh: '订单当前不能支付，请刷新后查看订单状态',
    en: 'The order cannot be paid right now; refresh and check its state',
  },
  codeRefused: {
    status: 409,
    zh: '激活码无效或已不能使用，请核对后重试；仍不行请联系客服',
    en: 'The code is wrong or cannot be used any more: check it and try again, or ask customer service',
  },
  notRefundable: {
    status: 409,
    zh: '没有可退的支付款项，或退款金额超过已支付金额',
    en: 'There is no payment to refund, or the refund would be more than was paid',
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
  notFound: { status: 404, zh: '记录不存在', en: 'Not found' },
  noSuchCall: { status: 404, zh: '请求地址出错', en: 'Address error' },
  staleVersion: {
    status: 409,
    zh: '记录已被他人修改，请核对后重新提交',
    en: 'Somebody else has changed this row; compare and submit again',
  },
  existsElsewhere: {
    status: 409,
    zh: '已存在，请联系管理员',
    en: 'It exists already; ask an administrator',
  },
  duplicate: {
    status: 409,
    zh: '与 ID {id} 重复，请改{zh}',
    en: 'The same as ID {id}; change {en}',
  },
  referenced: {
    status: 409,
    zh: '{rowsZh} 已被{byZh}引用，无法删除{restZh}',
    en: 'Referred to by {byEn}, so it cannot be deleted: {rowsEn}{restEn}',
  },
  versionGone: {
    status: 409,
    zh: '该版本无法恢复：记录此后曾被删除并重新新增，之前的值没有保留',
    en: 'This version cannot be restored: the row was deleted and added again since, and its former values are gone',
  },
  lostReference: {
    status: 409,
    zh: '记录 {id} 的{field}已被删除或不在您的数据范围内，请先恢复它',
    en: 'The {field} of row {id} has been deleted or is outside your data scope; restore that first',
  },
  callUnderway: {
    status: 409,
    retryAfter: 5,
    zh: '相同的提交正在处理，请稍后刷新查看结果，不要重复提交',
    en: 'The same request is already being processed; wait for its result instead of sending it again',
  },
  goneMeanwhile: {
    status: 409,
    zh: '{zh}（ID {id}）刚刚被删除，请重新选择',
    en: 'The {en} (ID {id}) has just been deleted; choose another one',
  },
  notAllowedNow: { status: 409, zh: '当前状态不允许该操作', en: 'This is not possible in the current state' },
  keptInState: {
    status: 409,
    zh: '记录 {id} 为“{zh}”状态，不可删除',
    en: 'Row {id} is "{en}" and cannot be deleted',
  },
  unmetNeeds: { status: 409, zh: '{zh}', en: '{en}' },
  sameFile: {
    status: 409,
    zh: '此文件已于 {time} 导入（批次 {batch}），确定再次导入？',
    en: 'This file was imported on {time} (batch {batch}). Import it again?',
  },
  outsideAddress: {
    status: 400,
    zh: '网址无法打开：请填写以 http:// 或 https:// 开头的完整网址，不能包含账号、密码或特殊端口',
    en: 'The address cannot be opened: give a whole address that begins with http:// or https://, without account, password or special port',
  },
  outsideInner: {
    status: 400,
    zh: '{host} 指向内部网络，出于安全考虑不能抓取；请填写公网网址',
    en: '{host} leads into an internal network, so it was not opened; use an address on the public internet',
  },
  outsideHost: {
    status: 400,
    zh: '这里只能使用 {hosts} 的网址',
    en: 'Only addresses of {hosts} can be used here',
  },
  outsideUnknown: {
    status: 409,
    zh: '找不到网站 {host}，请检查网址是否写错',
    en: 'There is no site {host}; check the address',
  },
  outsideUnreachable: {
    status: 409,
    zh: '无法连接 {host}，可能网站暂时关闭，请稍后再试',
    en: '{host} cannot be reached; the site may be down, try again later',
  },
  outsideSlow: {
    status: 409,
    zh: '{host} 在 {seconds} 秒内没有返回完整内容，请稍后再试',
    en: '{host} did not send the whole content within {seconds} seconds; try again later',
  },
  outsideTooLarge: {
    status: 409,
    zh: '{host} 返回的内容超过 {max} MB，没有读取',
    en: 'The content from {host} is larger than {max} MB and was not read',
  },
  outsideType: {
    status: 409,
    zh: '{host} 返回的内容类型是“{type}”，不是需要的类型，请检查网址',
    en: '{host} sent content of the type "{type}", which cannot be used here; check the address',
  },
  outsideStatus: {
    status: 409,
    zh: '{host} 返回错误 {answered}，请在浏览器中打开网址检查',
    en: '{host} answered with error {answered}; open the address in a browser to check it',
  },
  outsideRedirects: {
    status: 409,
    zh: '{host} 的网址反复跳转，无法打开',
    en: 'The address of {host} redirects again and again and cannot be opened',
  },
  douyinNotSetUp: {
    status: 409,
    zh: '抖音开放平台还没有配置，请联系管理员',
    en: 'The open platform of Douyin is not set up: ask your administrator',
  },
  douyinState: {
    status: 409,
    zh: '授权链接已失效，请回到账号授权重新发起',
    en: 'The authorisation has expired; start it again',
  },
  douyinRefused: {
    status: 409,
    zh: '抖音没有接受：{zh}',
    en: 'Douyin did not accept it: {en}',
  },
  douyinAway: {
    status: 502,
    zh: '抖音暂时无法访问，请稍后再试',
    en: 'Douyin cannot be reached; try again later',
  },
  crawlForbidden: {
    status: 409,
    zh: '{host} 的 robots.txt 不允许抓取这个页面，请换一个网址或与网站联系',
    en: 'The robots.txt of {host} does not allow this page to be read; choose another address or ask the site',
  },
  crawlTooSlow: {
    status: 409,
    zh: '{host} 要求等待 {seconds} 秒才能再次访问，本次停止，请降低运行频率',
    en: '{host} asks for a wait of {seconds} seconds before the next visit, so this run stopped; run the task less often',
  },
  crawlUnreadable: {
    status: 409,
    zh: '{host} 的页面太复杂，{seconds} 秒内没有解析完，请检查选择器',
    en: 'The page of {host} is too complex: it could not be read within {seconds} seconds; check the selectors',
  },
  tooLarge: { status: 413, zh: '文件不能超过 {max} MB', en: 'The file must be at most {max} MB' },
  bodyTooLarge: { status: 413, zh: '请求内容过大', en: 'The request is too large' },
  wrongFileKind: {
    status: 415,
    zh: '不支持的文件类型，仅支持 {kinds}',
    en: 'Unsupported file, only {kinds}',
  },
  notAWorkbook: {
    status: 415,
    zh: '文件无法读取：不是有效的表格文件，请用 Excel 或 WPS 打开后另存为 xlsx 再上传',
    en: 'The file cannot be read because it is not a workbook; open it in Excel or WPS, save it as xlsx and upload that',
  },
  uploadOffset: {
    status: 409,
    zh: '续传位置与已收到的内容不符，请重新查询后继续',
    en: 'The upload position does not match what has been received; query it again and continue from there',
  },
  uploadVersion: {
    status: 412,
    zh: '不支持的续传协议版本，仅支持 tus 1.0.0',
    en: 'Unsupported version of the upload protocol: only tus 1.0.0',
  },
  notBought: {
    status: 403,
    zh: '请先购买课程；试看课时可直接观看',
    en: 'Buy the course first; trial lessons are open to everybody',
  },
  wrongSignature: {
    status: 401,
    zh: '应用签名错误或已过期，请检查应用密钥和时间',
    en: 'The signature of the app is wrong or too old; check its key and its clock',
  },
  tooManyRequests: { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  internal: { status: 500, zh: '服务器错误，请稍后再试', en: 'Server error, please try again later' },
  unavailable: { status: 503, zh: '服务不可用', en: 'Service unavailable' },
  databaseAway: {
    status: 503,
    retryAfter: 5,
    zh: '数据库暂时无法访问，操作未执行，请稍后重试',
    en: 'The database cannot be reached at the moment. Nothing was changed; try again shortly',
  },
  databaseLost: {
    status: 503,
    retryAfter: 5,
    zh: '与数据库的连接中断，操作是否完成无法确定，请核对后再试',
    en: 'The connection to the database broke off. Check whether your change was made before you try again',
  },
  databaseBusy: {
    status: 503,
    retryAfter: 2,
    zh: '系统繁忙，操作未执行，请稍后重试',
    en: 'The system is busy. Nothing was changed; try again in a moment',
  },
  shuttingDown: {
    status: 503,
    retryAfter: 10,
    zh: '系统正在重启，操作未执行，请稍后重试',
    en: 'The system is restarting. Nothing was changed; try again shortly',
  },
  storeAway: {
    status: 503,
    retryAfter: 10,
    zh: '文件存储暂时无法访问，请稍后重试',
    en: 'The file store cannot be reached at the moment, try again shortly',
  },
  diskFull: {
    status: 507,
    retryAfter: 60,
    zh: '服务器磁盘空间不足，操作未执行，请联系管理员清理后重试',
    en: 'The server is running out of disk space. Nothing was done; ask an administrator to make room, then try again',
  },
  wrongTemplate: {
    status: 400,
    zh: '这是“{template}”的导入模板，不能导入到“{wanted}”；请下载“{wanted}”的模板',
    en: 'This is the import template of "{template}" and cannot be imported into "{wanted}"; download the template of "{wanted}"',
  },
  previewFailed: {
    status: 503,
    zh: '文件太大或太复杂，无法预览；可以直接检查或导入',
    en: 'The file is too large or too complex to be previewed; check or import it as it is',
  },
  notAnOfficialPage: {
    status: 409,
    zh: '{zh}',
    en: '{en}',
  },
  previewOver: {
    status: 410,
    zh: '预览链接已失效，或文章已修改，请回到后台重新打开预览',
    en: 'The link has expired, or the article has changed; open the preview again from the back-office',
  },
  officialNotSetUp: {
    status: 409,
    zh: '该公众号没有填写 AppID 和 AppSecret，不能同步；可在文章页粘贴链接导入单篇文章',
    en: 'The account has no AppID and AppSecret, so it cannot be synchronised; paste the link of an article on the Articles page',
  },
  officialUnderway: {
    status: 409,
    zh: '该公众号正在同步，请等它完成',
    en: 'The account is being synchronised; wait until that is done',
  },
  drawingBusy: {
    status: 503,
    retryAfter: 5,
    zh: '正在生成的图片太多，请稍后再试',
    en: 'Too many pictures are being generated; try again in a moment',
  },
  pictureUnreadable: {
    status: 409,
    zh: '背景图无法读取，请在海报中更换背景图',
    en: 'The background cannot be read; choose another one for the poster',
  },
  workbookUnreadable: { status: 400, zh: '文件无法读取：{why}', en: 'The file cannot be read: {why}' },
} as const satisfies Record<string, Label & { status: number; retryAfter?: number }>;

/** One of the closed list of errors. */
export type ErrorCode = keyof typeof errorCatalogue;

/** A field's problem as it leaves in `data.errors`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface AppErrorOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  /** All problems of single fields. */
  readonly issues?: readonly Issue[];
  /** Labels of the fields in `issues`. */
  readonly labels?: (field: string) => Label | undefined;
  /** Further content of the envelope's `data`, for example the current row after a stale update. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The cause; logged, never shown. */
  readonly cause?: unknown;
}

/** Fall back to a parameter's name if it has no label, so that the sentence always has a subject. */
function nameOf(field: string): Label | undefined {
  return field === '' ? undefined : { zh: `${field} `, en: field };
}

/** A failure with a code of {@link errorCatalogue}; made by {@link failure}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which the call may be repeated; undefined if waiting does not help. */
  readonly retryAfter: number | undefined;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions) {
    super(code, { cause: options.cause });
    this.code = code;
    const { status, retryAfter }: { status: number; retryAfter?: number } = errorCatalogue[code];
    this.status = status;
    this.retryAfter = retryAfter;
    this.options = options;
  }

  /** The message for the caller. */
  text(language: Language): string {
    const fill = this.options.params ?? {};
    return errorCatalogue[this.code][language].replace(/\{(\w+)\}/g, (_, key: string) =>
      String(fill[key] ?? ''),
    );
  }

  /** The fields' problems in a language; empty when the failure is not about fields. */
  fieldErrors(language: Language): FieldError[] {
    return (this.options.issues ?? []).map(found => ({
      field: found.field,
      message: issueText(found, this.options.labels?.(found.field) ?? nameOf(found.field), language),
    }));
  }
}

/** Creates an {@link AppError}; the caller throws it. */
export function failure(code: ErrorCode, options: AppErrorOptions = {}): AppError {
  return new AppError(code, options);
}
