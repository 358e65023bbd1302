import { abroad } from './en-US/abroad.ts';
import { article } from './en-US/article.ts';
import { codes } from './en-US/codes.ts';
import { common } from './en-US/common.ts';
import { consumer } from './en-US/consumer.ts';
import { crawler } from './en-US/crawler.ts';
import { crm } from './en-US/crm.ts';
import { display } from './en-US/display.ts';
import { engine } from './en-US/engine.ts';
import { guide } from './en-US/guide.ts';
import { exam } from './en-US/learning/exam.ts';
import { teaching } from './en-US/learning/teaching.ts';
import { login } from './en-US/login.ts';
import { messages } from './en-US/messages.ts';
import { mock } from './en-US/mock.ts';
import { notices } from './en-US/outreach/notices.ts';
import { push, tiktok } from './en-US/outreach/push.ts';
import { reach } from './en-US/outreach/reach.ts';
import { partner } from './en-US/partner.ts';
import { people } from './en-US/people.ts';
import { predict } from './en-US/predict.ts';
import { sales } from './en-US/sales.ts';
import { security } from './en-US/security.ts';
import { settle } from './en-US/settle.ts';
import { shell } from './en-US/shell.ts';
import { stat } from './en-US/stat.ts';
import { trouble } from './en-US/trouble.ts';
import { trust } from './en-US/trust.ts';
import { voluntary } from './en-US/voluntary.ts';
import type { SameParameters } from './translation.ts';
import type { chinese } from './zh-CN.ts';

const texts = {
  abroad,
  article,
  codes,
  common,
  consumer,
  display,
  messages,
  login,
  shell,
  engine,
  guide,
  mock,
  trouble,
  trust,
  people,
  partner,
  sales,
  security,
  settle,
  predict,
  reach,
  voluntary,
  crawler,
  notices,
  push,
  tiktok,
  crm,
  stat,
  teaching,
  exam,
};

/** Every English text of the browser, under the same keys as the Chinese one and with the same parameters. */
export const english: SameParameters<typeof chinese, typeof texts> = texts;
