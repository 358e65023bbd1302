import type { SmsTopic } from '@yikao/model/contexts/system/sms.codes.ts';

/**
 * The text of each message, as shown in the list of sent messages and as registered with the vendor's template: names
 * in braces are its variables. Only in Chinese, since the numbers are China's.
 */
const texts = {
  code: '您的验证码为 {code}，5 分钟内有效。如非本人操作，请忽略本短信。',
  approved: '{name}，您的注册申请已通过，登录账号为 {account}，密码为申请时所设密码。',
  refused: '{name}，您的注册申请未通过，原因：{reason}。可修改后重新提交。',
  marks: '{name}，您好，“{exam}”的成绩已发布，可登录查询。',
  registered:
    '{name}，您已报名“{exam}”，刚才以您的身份证号再次提交的报名未作任何更改。如有疑问请联系主办方或所在机构。',
  crawler: '{name}，爬虫任务“{task}”{what}，请到“内容 / 爬虫任务”处理。',
  marksBack: '{name}，您好，“{exam}”的成绩有更正，已暂时撤回，请以重新发布的成绩为准。',
} as const satisfies Record<SmsTopic, string>;

/** The text of a message with its variables filled in. */
export function smsText(topic: SmsTopic, values: Readonly<Record<string, string>>): string {
  return texts[topic].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').slice(0, 255);
}
