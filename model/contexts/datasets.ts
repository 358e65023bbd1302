import type { AnyDataset } from '../kernel/dataset.ts';
import { defineRegistry } from '../kernel/registry.ts';
import { abroadDirection } from './abroad/abroad-direction.ts';
import { abroadItem } from './abroad/abroad-item.ts';
import { abroadOrder } from './abroad/abroad-order.ts';
import { abroadSchool } from './abroad/abroad-school.ts';
import { admission } from './admission/admission.ts';
import { algorithm } from './admission/algorithm.ts';
import { archive } from './admission/archive.ts';
import { exceptions } from './admission/exceptions.ts';
import { formula } from './admission/formula.ts';
import { provinceStat } from './admission/province-stat.ts';
import { rank } from './admission/rank.ts';
import { schoolStat } from './admission/school-stat.ts';
import { score } from './admission/score.ts';
import { segment } from './admission/segment.ts';
import { tieRule } from './admission/tie-rule.ts';
import { cardCode } from './codes/card-code.ts';
import { cardCodeRule } from './codes/card-code-rule.ts';
import { cardOrder } from './codes/card-order.ts';
import { userCategory } from './consumer/user-category.ts';
import { userExamScore } from './consumer/user-exam-score.ts';
import { userLimit } from './consumer/user-limit.ts';
import { userPerm } from './consumer/user-perm.ts';
import { wishUser } from './consumer/wish-user.ts';
import { appMenu } from './content/app-menu.ts';
import { article } from './content/article.ts';
import { carousel } from './content/carousel.ts';
import { crawlerResult } from './content/crawler-result.ts';
import { crawlerTask } from './content/crawler-task.ts';
import { officialAccounts } from './content/official-accounts.ts';
import { officialArticle } from './content/official-article.ts';
import { poster } from './content/poster.ts';
import { lead } from './crm/lead.ts';
import { leadAssignLog } from './crm/lead-assign-log.ts';
import { leadFollow } from './crm/lead-follow.ts';
import { leadTransfer } from './crm/lead-transfer.ts';
import { examAnswer } from './exam/exam-answer.ts';
import { examApply } from './exam/exam-apply.ts';
import { examLate } from './exam/exam-late.ts';
import { examOrder } from './exam/exam-order.ts';
import { examPaper } from './exam/exam-paper.ts';
import { examProf } from './exam/exam-prof.ts';
import { examSitting } from './exam/exam-sitting.ts';
import { examSubject } from './exam/exam-subject.ts';
import { onlineExam } from './exam/online-exam.ts';
import { question } from './exam/question.ts';
import { guideInfo } from './guide/guide-info.ts';
import { occupation } from './guide/occupation.ts';
import { remark } from './guide/remark.ts';
import { salary } from './guide/salary.ts';
import { area } from './mock/area.ts';
import { areaAgent } from './mock/area-agent.ts';
import { arrange } from './mock/arrange.ts';
import { examAgent } from './mock/exam-agent.ts';
import { examArea } from './mock/exam-area.ts';
import { examInfo } from './mock/exam-info.ts';
import { mockExam } from './mock/mock-exam.ts';
import { mockOrder } from './mock/mock-order.ts';
import { mockRoom } from './mock/mock-room.ts';
import { mockRule } from './mock/mock-rule.ts';
import { mockScore } from './mock/mock-score.ts';
import { mockStudent } from './mock/mock-student.ts';
import { printTemplate } from './mock/print-template.ts';
import { seat } from './mock/seat.ts';
import { ticket } from './mock/ticket.ts';
import { message } from './notice/message.ts';
import { noticeRule } from './notice/notice-rule.ts';
import { agent } from './partner/agent.ts';
import { channel } from './partner/channel.ts';
import { partners } from './partner/partners.ts';
import { partnersApply } from './partner/partners-apply.ts';
import { provincePartners } from './partner/province-partners.ts';
import { teacherPartners } from './partner/teacher-partners.ts';
import { payAccount } from './payment/pay-account.ts';
import { payRecord } from './payment/pay-record.ts';
import { payRefund } from './payment/pay-refund.ts';
import { adminUser } from './people/admin-user.ts';
import { perm } from './people/perm.ts';
import { role } from './people/role.ts';
import { userChannel } from './people/user-channel.ts';
import { pushApp } from './push/push-app.ts';
import { pushDevice } from './push/push-device.ts';
import { pushRecord } from './push/push-record.ts';
import { pushTask } from './push/push-task.ts';
import { callRecord } from './reach/call-record.ts';
import { contactBlock } from './reach/contact-block.ts';
import { feigeAccount } from './reach/feige-account.ts';
import { smsRecord } from './reach/sms-record.ts';
import { smsTemplate } from './reach/sms-template.ts';
import { batch } from './reference/batch.ts';
import { city } from './reference/city.ts';
import { column } from './reference/column.ts';
import { country } from './reference/country.ts';
import { jointCategory } from './reference/joint-category.ts';
import { limitDate } from './reference/limit-date.ts';
import { province } from './reference/province.ts';
import { rankCategory } from './reference/rank-category.ts';
import { region } from './reference/region.ts';
import { source } from './reference/source.ts';
import { typeDict } from './reference/type-dict.ts';
import { card } from './sales/card.ts';
import { coupon } from './sales/coupon.ts';
import { goods } from './sales/goods.ts';
import { refund } from './sales/refund.ts';
import { serviceOrder } from './sales/service-order.ts';
import { userCard } from './sales/user-card.ts';
import { userCoupon } from './sales/user-coupon.ts';
import { examSchool } from './school/exam-school.ts';
import { prof } from './school/prof.ts';
import { schExamType } from './school/sch-exam-type.ts';
import { scheduleExam } from './school/schedule-exam.ts';
import { school } from './school/school.ts';
import { schoolProf } from './school/school-prof.ts';
import { site } from './school/site.ts';
import { partnersSettle } from './settlement/partners-settle.ts';
import { settleItem } from './settlement/settle-item.ts';
import { auditLogOf } from './system/audit-log.ts';
import { gatewayLog } from './system/gateway-log.ts';
import { outbox } from './system/outbox.ts';
import { smsMessage } from './system/sms-message.ts';
import { sysJob } from './system/sys-job.ts';
import { website } from './system/website.ts';
import { course } from './teaching/course.ts';
import { courseUpload } from './teaching/course-upload.ts';
import { lecture } from './teaching/lecture.ts';
import { lectureApply } from './teaching/lecture-apply.ts';
import { lesson } from './teaching/lesson.ts';
import { live } from './teaching/live.ts';
import { liveRoomGoods } from './teaching/live-room-goods.ts';
import { liveSession } from './teaching/live-session.ts';
import { ttAccount } from './tiktok/tt-account.ts';
import { ttCourse } from './tiktok/tt-course.ts';
import { ttMount } from './tiktok/tt-mount.ts';
import { probRecord } from './voluntary/prob-record.ts';
import { voluntaryList } from './voluntary/voluntary-list.ts';

/** The datasets that people work on; their order is the order of the generated suites. */
const worked = {
  province,
  region,
  city,
  jointCategory,
  source,
  school,
  typeDict,
  website,
  schExamType,
  examSchool,
  country,
  column,
  batch,
  rankCategory,
  prof,
  schoolProf,
  site,
  scheduleExam,
  provinceStat,
  schoolStat,
  score,
  formula,
  algorithm,
  tieRule,
  admission,
  archive,
  segment,
  exceptions,
  rank,
  remark,
  occupation,
  salary,
  guideInfo,
  partners,
  channel,
  agent,
  provincePartners,
  teacherPartners,
  perm,
  role,
  adminUser,
  userChannel,
  limitDate,
  sysJob,
  outbox,
  partnersApply,
  lead,
  leadFollow,
  leadAssignLog,
  leadTransfer,
  smsMessage,
  feigeAccount,
  callRecord,
  smsTemplate,
  smsRecord,
  contactBlock,
  noticeRule,
  message,
  gatewayLog,
  payAccount,
  payRecord,
  payRefund,
  wishUser,
  voluntaryList,
  probRecord,
  card,
  goods,
  coupon,
  userCoupon,
  userCard,
  userPerm,
  userLimit,
  userCategory,
  userExamScore,
  serviceOrder,
  cardOrder,
  cardCodeRule,
  cardCode,
  refund,
  partnersSettle,
  settleItem,
  mockExam,
  examInfo,
  area,
  examArea,
  areaAgent,
  examAgent,
  mockStudent,
  mockOrder,
  mockRule,
  mockRoom,
  arrange,
  seat,
  ticket,
  mockScore,
  printTemplate,
  abroadDirection,
  abroadSchool,
  abroadItem,
  abroadOrder,
  carousel,
  poster,
  appMenu,
  article,
  crawlerTask,
  crawlerResult,
  officialAccounts,
  officialArticle,
  onlineExam,
  examSubject,
  examProf,
  question,
  examPaper,
  examApply,
  examOrder,
  examSitting,
  examAnswer,
  examLate,
  course,
  courseUpload,
  lesson,
  lecture,
  lectureApply,
  live,
  liveRoomGoods,
  liveSession,
  pushApp,
  pushDevice,
  pushTask,
  pushRecord,
  ttAccount,
  ttCourse,
  ttMount,
} as const;

/** The one registry: every dataset of the product. */
export const registry = defineRegistry({ ...worked, auditLog: auditLogOf(Object.values(worked)) });

/** The code of a dataset. */
export type DatasetName = keyof typeof registry;

/** Every dataset, for code that handles them all. */
export const datasets: readonly AnyDataset[] = Object.values(registry);

/** The dataset named `name`, or undefined. */
export function datasetNamed(name: string): AnyDataset | undefined {
  return datasets.find(dataset => dataset.name === name);
}

/** The dataset whose column set has this number (domain 0.6), or undefined. */
export function datasetOfTable(tableId: number): AnyDataset | undefined {
  return datasets.find(dataset => dataset.tableId === tableId);
}
