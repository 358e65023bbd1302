import { abroad } from './zh-CN/abroad.ts';
import { article } from './zh-CN/article.ts';
import { codes } from './zh-CN/codes.ts';
import { common } from './zh-CN/common.ts';
import { consumer } from './zh-CN/consumer.ts';
import { crawler } from './zh-CN/crawler.ts';
import { crm } from './zh-CN/crm.ts';
import { display } from './zh-CN/display.ts';
import { engine } from './zh-CN/engine.ts';
import { guide } from './zh-CN/guide.ts';
import { exam } from './zh-CN/learning/exam.ts';
import { teaching } from './zh-CN/learning/teaching.ts';
import { login } from './zh-CN/login.ts';
import { messages } from './zh-CN/messages.ts';
import { mock } from './zh-CN/mock.ts';
import { notices } from './zh-CN/outreach/notices.ts';
import { push, tiktok } from './zh-CN/outreach/push.ts';
import { reach } from './zh-CN/outreach/reach.ts';
import { partner } from './zh-CN/partner.ts';
import { people } from './zh-CN/people.ts';
import { predict } from './zh-CN/predict.ts';
import { sales } from './zh-CN/sales.ts';
import { security } from './zh-CN/security.ts';
import { settle } from './zh-CN/settle.ts';
import { shell } from './zh-CN/shell.ts';
import { stat } from './zh-CN/stat.ts';
import { trouble } from './zh-CN/trouble.ts';
import { trust } from './zh-CN/trust.ts';
import { voluntary } from './zh-CN/voluntary.ts';

/** Every Chinese text of the browser, one namespace an area. Chinese is the source: its keys are the type of the rest. */
export const chinese = {
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
