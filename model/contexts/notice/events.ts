import { type Label, label } from '../../kernel/label.ts';
import type { PermissionCode } from '../../permissions.ts';
import type { NoticeEventCode, NoticeWay } from './notice.codes.ts';

/** The declaration of an event that people are notified of. */
export interface NoticeEvent {
  /** Whom it is for, in words. */
  readonly to: Label;
  /** Ways in which people can be notified of the event. */
  readonly ways: readonly NoticeWay[];
  /** Ways that are on until an operator says otherwise. */
  readonly on: readonly NoticeWay[];
  /**
   * Text of the message on the page and of the push. Names in braces are variables of the cause, such as an order
   * number; of people it contains nothing that only holders of a row may read.
   */
  readonly says: Label;
  /** Variables of {@link says}, and of an operator's template for text messages. */
  readonly variables: readonly string[];
  /** The product has a separate approved text for the event; otherwise texts need an operator's template. */
  readonly ownText: boolean;
  /** Permission code without which an account is not notified on the page: the page that the message opens needs it. */
  readonly may?: PermissionCode;
  /** One person is notified of several occasions of the event at once; absent for events with a notice each. */
  readonly bundled?: Bundling;
}

/** The bundling of several occasions of an event for one person. */
export interface Bundling {
  /** Seconds from the first occasion to the text and the push of all of them; the page shows them at once. */
  readonly seconds: number;
  /** The sentence for occasions whose variables differ; `count` is their number. */
  readonly says: Label;
  /** Variables that are amounts in yuan, which are added up. */
  readonly sums?: readonly string[];
}

/** The events that people are notified of, by code. */
export const noticeEvents = {
  registrationDecided: {
    to: label('申请人', 'The applicant'),
    ways: ['text'],
    on: ['text'],
    says: label('您的注册申请审核结果：{result}', 'Your registration: {result}'),
    variables: ['name', 'result'],
    ownText: true,
  },
  followDue: {
    to: label('线索的销售', 'The salesperson of the lead'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label(
      '{count} 条线索到了约定的跟进时间（{time}）',
      '{count|lead is|leads are} due for a follow-up ({time})',
    ),
    variables: ['count', 'time'],
    ownText: false,
    may: 'crm:lead:list',
    bundled: {
      seconds: 30,
      says: label('{count} 条线索到了约定的跟进时间', '{count|lead is|leads are} due for a follow-up'),
    },
  },
  leadAssigned: {
    to: label('获得线索的销售', 'The salesperson who gets the leads'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label('{by} 分配给您 {count} 条线索，请及时跟进', '{by} assigned {count|lead|leads} to you'),
    variables: ['by', 'count'],
    ownText: false,
    may: 'crm:lead:list',
    bundled: {
      seconds: 180,
      says: label('{count} 条线索分配给您，请及时跟进', '{count|lead was|leads were} assigned to you'),
    },
  },
  orderPaid: {
    to: label('订单的销售（站内、短信），下单考生（推送）', 'The salesperson (page, text), the buyer (push)'),
    ways: ['page', 'text', 'push'],
    on: ['page'],
    says: label('订单 {order} 已支付 ¥{amount}', 'Order {order} was paid: ¥{amount}'),
    variables: ['order', 'amount'],
    ownText: false,
    may: 'order:service:list',
    bundled: {
      seconds: 60,
      says: label('{count} 笔订单已支付，共 ¥{amount}', '{count|order was|orders were} paid: ¥{amount}'),
      sums: ['amount'],
    },
  },
  abroadPaid: {
    to: label('订单的顾问（站内、短信），下单考生（推送）', 'The consultant (page, text), the buyer (push)'),
    ways: ['page', 'text', 'push'],
    on: ['page'],
    says: label('留学订单 {order} 已支付 ¥{amount}', 'Abroad order {order} was paid: ¥{amount}'),
    variables: ['order', 'amount'],
    ownText: false,
    may: 'abroad:order:list',
    bundled: {
      seconds: 60,
      says: label(
        '{count} 笔留学订单已支付，共 ¥{amount}',
        '{count|abroad order was|abroad orders were} paid: ¥{amount}',
      ),
      sums: ['amount'],
    },
  },
  codesPaid: {
    to: label('下单人', 'The person who ordered them'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label('激活码采购订单 {order} 已支付 ¥{amount}', 'Code purchase {order} was paid: ¥{amount}'),
    variables: ['order', 'amount'],
    ownText: false,
    may: 'card:order:list',
    bundled: {
      seconds: 60,
      says: label(
        '{count} 笔激活码采购订单已支付，共 ¥{amount}',
        '{count|code purchase was|code purchases were} paid: ¥{amount}',
      ),
      sums: ['amount'],
    },
  },
  mockPaid: {
    to: label('报名的考生', 'The candidate who registered'),
    ways: ['text', 'push'],
    on: [],
    says: label(
      '“{exam}”报名成功，已支付 ¥{amount}（订单 {order}）',
      'You are registered for “{exam}”: ¥{amount} was paid (order {order})',
    ),
    variables: ['exam', 'order', 'amount'],
    ownText: false,
  },
  examPaid: {
    to: label('报名的考生', 'The candidate who applied'),
    ways: ['text', 'push'],
    on: [],
    says: label(
      '“{exam}”的报名费 ¥{amount} 已支付（订单 {order}）',
      'The fee of “{exam}” was paid: ¥{amount} (order {order})',
    ),
    variables: ['exam', 'order', 'amount'],
    ownText: false,
  },
  refundDecided: {
    to: label('申请退款的员工', 'The person who applied for it'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label(
      '订单 {order} 的退款申请（¥{amount}）{result}',
      'Refund of ¥{amount} for order {order}: {result}',
    ),
    variables: ['order', 'amount', 'result'],
    ownText: false,
    may: 'pay:refund:list',
    bundled: {
      seconds: 60,
      says: label(
        '{count} 笔退款申请有审核结果，共 ¥{amount}',
        '{count|refund was|refunds were} decided: ¥{amount}',
      ),
      sums: ['amount'],
    },
  },
  settlementToConfirm: {
    to: label(
      '可以确认结算单的人，以及该合伙人的账号',
      "People who may confirm it, and the partner's accounts",
    ),
    ways: ['page', 'text'],
    on: ['page'],
    says: label(
      '{period} 的结算单 ¥{amount} 待确认',
      'The settlement of {period}, ¥{amount}, is to be confirmed',
    ),
    variables: ['period', 'amount'],
    ownText: false,
    may: 'wish:settle:list',
    bundled: {
      seconds: 60,
      says: label(
        '{count} 份结算单待确认，共 ¥{amount}',
        '{count|settlement is|settlements are} to be confirmed: ¥{amount}',
      ),
      sums: ['amount'],
    },
  },
  marksPublished: {
    to: label('考生，以及有考生的机构', 'The candidates, and agencies that sent some'),
    ways: ['page', 'text', 'push'],
    on: ['page', 'text', 'push'],
    says: label('“{exam}”的成绩已发布，可登录查询', 'The marks of “{exam}” are published'),
    variables: ['name', 'exam'],
    ownText: true,
    may: 'mock:score:list',
  },
  marksWithdrawn: {
    to: label('已经通知过成绩的人', 'People who were told of the marks'),
    ways: ['page', 'text', 'push'],
    on: ['page', 'text'],
    says: label(
      '“{exam}”的成绩有更正，已暂时撤回，请以重新发布的成绩为准',
      'The marks of “{exam}” were withdrawn for a correction; wait until they are published again',
    ),
    variables: ['name', 'exam'],
    ownText: true,
    may: 'mock:score:list',
  },
  resultsOutdated: {
    to: label('可以发布成绩的人', 'People who publish results'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label(
      '“{exam}”已发布的成绩有 {count} 人与现在的评分不一致，请撤回后重新判定并发布',
      'Of the published results of “{exam}”, {count} no longer match the marks: withdraw, judge and publish them again',
    ),
    variables: ['exam', 'count'],
    ownText: false,
    may: 'exam:exam:list',
  },
  marksOutdated: {
    to: label('可以发布成绩的人', 'People who publish marks'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label(
      '“{exam}”已发布的模考成绩有 {count} 人的总分或名次与现在不一致，请撤回后重新发布',
      'Of the published mock marks of “{exam}”, {count} totals or places are no longer right: withdraw and publish them again',
    ),
    variables: ['exam', 'count'],
    ownText: false,
    may: 'mock:exam:list',
  },
  registeredAgain: {
    to: label('已报名的考生', 'The candidate who is registered'),
    ways: ['text'],
    on: ['text'],
    says: label(
      '有人以您的身份证号再次提交“{exam}”的报名',
      'Somebody registered again for “{exam}” with your ID',
    ),
    variables: ['name', 'exam'],
    ownText: true,
  },
  lectureTaken: {
    to: label('报名讲座的考生', 'The candidate who booked it'),
    ways: ['text', 'push'],
    on: [],
    says: label(
      '讲座“{lecture}”报名成功，{time} 开始',
      'You are registered for “{lecture}”, which begins {time}',
    ),
    variables: ['lecture', 'time'],
    ownText: false,
  },
  pushEnded: {
    to: label('建立推送任务的人', 'The maker of the push'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label('推送“{task}”{result}', 'Push “{task}”: {result}'),
    variables: ['task', 'result'],
    ownText: false,
    may: 'push:task:list',
    bundled: {
      seconds: 60,
      says: label('{count} 个推送任务已结束', '{count|push|pushes} ended'),
    },
  },
  textBudgetLow: {
    to: label('管理短信模板的人，每天一次', 'People who keep the templates of texts, once a day'),
    ways: ['page'],
    on: ['page'],
    says: label('今日短信已用 {used} 条，上限 {max} 条', '{used} of today’s {max} texts are used'),
    variables: ['used', 'max'],
    ownText: false,
    may: 'feige:template:update',
  },
  crawlerTrouble: {
    to: label('建立爬虫任务的人', 'The maker of the task'),
    ways: ['page', 'text'],
    on: ['page', 'text'],
    says: label('爬虫任务“{task}”{what}', 'Crawler task “{task}”: {what}'),
    variables: ['name', 'task', 'what'],
    ownText: true,
    may: 'base:crawler:list',
  },
  jobEnded: {
    to: label('启动任务的人', 'The person who started it'),
    ways: ['page', 'text'],
    on: ['page'],
    says: label('{title}：{result}', '{title}: {result}'),
    variables: ['title', 'result'],
    ownText: false,
    may: 'sys:log',
    bundled: {
      seconds: 60,
      says: label('{count} 个后台任务已结束', '{count|background task|background tasks} ended'),
    },
  },
} as const satisfies Record<NoticeEventCode, NoticeEvent>;

/** The declaration of an event. */
export const noticeEventOf = (code: NoticeEventCode): NoticeEvent => noticeEvents[code];

/** Variables in an event's sentence that are outcomes in two languages, stored as `zh` and `en`. */
export type NoticeValues = Readonly<Record<string, string | Label>>;

/** Variable of a message that several occasions with different variables were bundled into. */
export const severalOccasions = 'several';

/** A place for a variable; of a number in English also its noun for one and for many: `{count|lead|leads}`. */
const place = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;

/** The sentence of an event with its variables filled in, in a language. */
export function noticeSentence(code: NoticeEventCode, values: NoticeValues, language: 'zh' | 'en'): string {
  const { says, bundled } = noticeEventOf(code);
  const sentence = bundled && values[severalOccasions] !== undefined ? bundled.says : says;
  return sentence[language].replace(place, (_, name: string, one?: string, many?: string) => {
    const value = values[name];
    const text = typeof value === 'string' ? value : (value?.[language] ?? '');
    return one === undefined ? text : `${text} ${text === '1' ? one : many}`;
  });
}
