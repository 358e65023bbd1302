import { type Label, label } from '../kernel/label.ts';
import { limits } from '../limits.ts';

/** The type that a parameter's text is read by. */
export type ParameterKind = 'integer' | 'money' | 'text' | 'ids' | 'id' | 'ratio' | 'site' | 'yesNo';

/** The groups of the parameters' page, in its order. */
export const parameterGroups = {
  session: label('登录与安全', 'Login and security'),
  trade: label('订单与结算', 'Orders and settlement'),
  crm: label('销售与短信', 'Sales and text messages'),
  product: label('产品默认值', 'Defaults of the products'),
  system: label('界面与文件', 'Screens and files'),
} as const satisfies Record<string, Label>;

/** One of {@link parameterGroups}. */
export type ParameterGroup = keyof typeof parameterGroups;

/** A system parameter (domain 7.4): its purpose, its accepted values and its initial value. */
export interface Parameter {
  readonly key: string;
  readonly group: ParameterGroup;
  readonly kind: ParameterKind;
  readonly label: Label;
  /** The unit of a number. */
  readonly unit?: Label;
  readonly min?: number;
  readonly max?: number;
  /** First value, always text. */
  readonly initial: string;
}

const hours = label('小时', 'hours');
const days = label('天', 'days');
const minutes = label('分钟', 'minutes');
const yuan = label('元', 'yuan');

const declared = [
  {
    key: 'session.hours',
    group: 'session',
    kind: 'integer',
    label: label('登录有效时长', 'A login lasts without use'),
    unit: hours,
    min: 1,
    max: 744,
    initial: '12',
  },
  {
    key: 'session.rememberDays',
    group: 'session',
    kind: 'integer',
    label: label('记住登录的有效天数', 'A remembered login lasts without use'),
    unit: days,
    min: 1,
    max: 90,
    initial: '7',
  },
  {
    key: 'session.maxDays',
    group: 'session',
    kind: 'integer',
    label: label('登录的最长有效天数', 'A login lasts at most, in use or not'),
    unit: days,
    min: 1,
    max: 365,
    initial: '30',
  },
  {
    key: 'login.secondFactor',
    group: 'session',
    kind: 'yesNo',
    label: label(
      '所有用户须启用两步验证，下次登录时生效',
      'Everybody needs two-step login, from the next login on',
    ),
    initial: '0',
  },
  {
    key: 'history.keepDays',
    group: 'session',
    kind: 'integer',
    label: label('变更记录和回收站的保留天数', 'History and trash are kept'),
    unit: days,
    min: 30,
    max: 36_500,
    initial: '1095',
  },
  {
    key: 'audit.keepDays',
    group: 'session',
    kind: 'integer',
    label: label('操作日志的保留天数', 'The audit log is kept'),
    unit: days,
    min: 180,
    max: 36_500,
    initial: '1095',
  },
  {
    key: 'pay.autoRefundMax',
    group: 'trade',
    kind: 'money',
    label: label('不需审核的退款上限，0 为全部审核', 'Refunds up to this need no approval; 0: all do'),
    unit: yuan,
    min: 0,
    initial: '0',
  },
  {
    key: 'pay.expireMin',
    group: 'trade',
    kind: 'integer',
    label: label('未支付订单关闭时间', 'Until an unpaid order is closed'),
    unit: minutes,
    min: 1,
    max: 10_080,
    initial: '30',
  },
  {
    key: 'pay.gatewayHosts',
    group: 'trade',
    kind: 'text',
    label: label(
      '支付网关：除官方地址外允许的主机名，逗号分隔',
      'Payment gateways: hosts allowed beside the vendors’ own, with commas',
    ),
    initial: '',
  },
  {
    key: 'settle.freezeDays',
    group: 'trade',
    kind: 'integer',
    label: label('支付后可提现天数', 'From payment until commission can be withdrawn'),
    unit: days,
    min: 0,
    max: 365,
    initial: '7',
  },
  {
    key: 'settle.adjustLimit',
    group: 'trade',
    kind: 'money',
    label: label(
      '结算单调整金额超过多少须另一人批准',
      'Adjustments of settlements over this need another approval',
    ),
    unit: yuan,
    min: 0,
    initial: '1000',
  },
  {
    key: 'mock.cancelHours',
    group: 'trade',
    kind: 'integer',
    label: label('模考报名未缴费的取消时间', 'Until an unpaid mock registration is cancelled'),
    unit: hours,
    min: 1,
    max: 720,
    initial: '24',
  },
  {
    key: 'crm.claimMax',
    group: 'crm',
    kind: 'integer',
    label: label('每位销售持有的跟进中线索上限', 'Open leads one sale may hold'),
    min: 1,
    max: 100_000,
    initial: '200',
  },
  {
    key: 'crm.recycleDays',
    group: 'crm',
    kind: 'integer',
    label: label('未跟进多久后线索回公海', 'Without follow-up until a lead returns to the pool'),
    unit: days,
    min: 1,
    max: 365,
    initial: '15',
  },
  {
    key: 'sms.totalDailyMax',
    group: 'crm',
    kind: 'integer',
    label: label('全部手机号每天验证码上限', 'Text codes sent a day in all'),
    min: 1,
    max: 1_000_000,
    initial: '2000',
  },
  {
    key: 'sms.dailyMax',
    group: 'crm',
    kind: 'integer',
    label: label('每个手机号每天验证码上限', 'Text codes a mobile number gets a day'),
    min: 1,
    max: 1_000,
    initial: '10',
  },
  {
    key: 'sms.sendDailyMax',
    group: 'crm',
    kind: 'integer',
    label: label('人工短信每天计费条数上限', 'Billed parts of texts that people send a day, in all'),
    min: 1,
    max: 100_000_000,
    initial: '20000',
  },
  {
    key: 'sms.userDailyMax',
    group: 'crm',
    kind: 'integer',
    label: label('每人每天短信计费条数上限', 'Billed parts of texts that one person sends a day'),
    min: 1,
    max: 100_000_000,
    initial: '5000',
  },
  {
    key: 'sms.minuteMax',
    group: 'crm',
    kind: 'integer',
    label: label('营销短信每分钟上限', 'Marketing texts sent a minute'),
    min: 1,
    max: 100_000,
    initial: '3000',
  },
  {
    key: 'push.minuteMax',
    group: 'crm',
    kind: 'integer',
    label: label('推送每分钟设备数上限（通知不限）', 'Devices that pushes reach a minute, notices aside'),
    min: 1,
    max: 10_000_000,
    initial: '60000',
  },
  {
    key: 'sms.partPrice',
    group: 'crm',
    kind: 'money',
    label: label('短信单价，用于发送前估算费用', 'Price of a part, for the estimate before a text is sent'),
    unit: yuan,
    min: 0,
    initial: '0.05',
  },
  {
    key: 'sms.quietFrom',
    group: 'crm',
    kind: 'integer',
    label: label('营销短信静默开始（点）', 'Marketing texts wait from this hour'),
    min: 0,
    max: 23,
    initial: '21',
  },
  {
    key: 'sms.quietTo',
    group: 'crm',
    kind: 'integer',
    label: label('营销短信静默结束（点）', 'Marketing texts wait until this hour'),
    min: 0,
    max: 23,
    initial: '9',
  },
  {
    key: 'gateway.keepDays',
    group: 'system',
    kind: 'integer',
    label: label('接口日志的保留天数', 'The vendor log is kept'),
    unit: days,
    min: 7,
    max: 3650,
    initial: '90',
  },
  {
    key: 'default.countLimit',
    group: 'product',
    kind: 'integer',
    label: label(
      '概率查询的默认次数：新增白名单，或未单独设置次数限制时',
      'Probability queries of a new white-list entry, and a year where no limit is set',
    ),
    min: 1,
    max: 1_000_000,
    initial: '30',
  },
  {
    key: 'list.ratio',
    group: 'product',
    kind: 'ratio',
    label: label('平行志愿表中冲、稳、保的比例', 'Reach, match and safe in a list of parallel choices'),
    initial: '3,4,3',
  },
  {
    key: 'prob.defaultAlgorithmId',
    group: 'product',
    kind: 'id',
    label: label(
      '默认概率算法ID，没有更合适的算法时使用',
      'Probability algorithm used where none fits better (ID)',
    ),
    initial: '',
  },
  {
    key: 'code.batchSize',
    group: 'product',
    kind: 'integer',
    label: label('每批生成的激活码数', 'Activation codes made in one step'),
    min: 1,
    max: 50_000,
    initial: '5000',
  },
  {
    key: 'dashboard.headlineYear',
    group: 'system',
    kind: 'integer',
    label: label('管理首页标题的年份', 'Year in the headline of the admin dashboard'),
    min: 2000,
    max: 2100,
    initial: '2024',
  },
  {
    key: 'dashboard.saleUserIds',
    group: 'system',
    kind: 'ids',
    label: label(
      '也能看销售首页的用户ID，逗号分隔',
      'Further users who see the sales dashboard (IDs, by commas)',
    ),
    initial: '',
  },
  {
    key: 'file.keepDays',
    group: 'system',
    kind: 'integer',
    label: label('导入导出文件的保留天数', 'Files of imports and exports are kept'),
    unit: days,
    min: 1,
    max: 3650,
    initial: '90',
  },
  {
    key: 'upload.maxMB',
    group: 'system',
    kind: 'integer',
    label: label('导入文件大小上限', 'Largest workbook to import'),
    unit: label('MB', 'MB'),
    min: 1,
    max: 200,
    initial: '200',
  },
  {
    key: 'site.defaultKey',
    group: 'system',
    kind: 'site',
    label: label('未知域名使用的站点', 'Site shown on an unknown host'),
    initial: 'ykzyb',
  },
  {
    key: 'app.androidUrl',
    group: 'system',
    kind: 'text',
    label: label('Android 版下载地址', 'Where the Android app is'),
    initial: '',
  },
  {
    key: 'app.iosUrl',
    group: 'system',
    kind: 'text',
    label: label('iOS 版下载地址', 'Where the iOS app is'),
    initial: '',
  },
  {
    key: 'app.notes',
    group: 'system',
    kind: 'text',
    label: label('App 版本说明', 'What is new in the app'),
    initial: '',
  },
] as const satisfies readonly Parameter[];

/** Every parameter, in the order of its page. */
export const parameters: readonly Parameter[] = declared;

/** Key of a parameter. */
export type ParameterKey = (typeof declared)[number]['key'];

type KindOf<K extends ParameterKey> = Extract<(typeof declared)[number], { readonly key: K }>['kind'];

/** The value of a parameter, as features read it. */
export type ParameterValue<K extends ParameterKey> =
  KindOf<K> extends 'integer' ? number : KindOf<K> extends 'yesNo' ? boolean : string;

/** The parameter with this key, or undefined. */
export function parameterNamed(key: string): Parameter | undefined {
  return parameters.find(parameter => parameter.key === key);
}

const forms: Record<Exclude<ParameterKind, 'text'>, RegExp> = {
  integer: /^\d{1,9}$/,
  money: /^\d{1,10}(\.\d{1,2})?$/,
  ids: /^(\d{1,15}(,\d{1,15})*)?$/,
  id: /^\d{0,15}$/,
  ratio: /^\d{1,3},\d{1,3},\d{1,3}$/,
  yesNo: /^[01]$/,
  site: /^(ykzyb|mszytb|ykzyzn)$/,
};

/** Reports whether a parameter takes this text; spaces have been taken away. */
export function parameterTakes(parameter: Parameter, text: string): boolean {
  const { kind, min = 0, max = Number.MAX_SAFE_INTEGER } = parameter;
  if (text.length > limits.parameter) return false;
  if (kind === 'text') return true;
  if (!forms[kind].test(text)) return false;
  if (kind === 'integer' || kind === 'money') return Number(text) >= min && Number(text) <= max;
  return kind !== 'ratio' || text.split(',').some(part => Number(part) > 0);
}

/**
 * The value of a parameter with this text: its initial value if the text is missing, empty or not valid, so that nobody
 * can lock up the product from its settings page.
 */
export function parameterValue<K extends ParameterKey>(key: K, text: string | undefined): ParameterValue<K> {
  const parameter: Parameter | undefined = parameterNamed(key);
  if (!parameter) throw new Error(`There is no parameter ${key}`);
  const given = text?.trim() ?? '';
  const valid = given !== '' && parameterTakes(parameter, given) ? given : parameter.initial;
  const { kind } = parameter;
  // The kind decides the type of the value, here and in its declaration.
  return (kind === 'integer' ? Number(valid) : kind === 'yesNo' ? valid === '1' : valid) as ParameterValue<K>;
}
