import { type DatasetServers, serversByName } from '../engine/table/server-side.ts';
import { abroadOrderServer } from './abroad/abroad-order.server.ts';
import { admissionServer } from './admission/admission.server.ts';
import { algorithmServer } from './admission/algorithm.server.ts';
import { archiveServer } from './admission/archive.server.ts';
import { exceptionsServer } from './admission/exceptions.server.ts';
import { formulaServer } from './admission/formula.server.ts';
import { provinceStatServer } from './admission/province-stat.server.ts';
import { rankServer } from './admission/rank.server.ts';
import { schoolStatServer } from './admission/school-stat.server.ts';
import { segmentServer } from './admission/segment.server.ts';
import { cardCodeServer } from './codes/card-code.server.ts';
import { cardCodeRuleServer } from './codes/card-code-rule.server.ts';
import { cardOrderServer } from './codes/card-order.server.ts';
import { userCategoryServer } from './consumer/user-category.server.ts';
import { userLimitServer } from './consumer/user-limit.server.ts';
import { userPermServer } from './consumer/user-perm.server.ts';
import { wishUserServer } from './consumer/wish-user.server.ts';
import { appMenuServer } from './content/app-menu.server.ts';
import { articleServer } from './content/article.server.ts';
import { carouselServer } from './content/carousel.server.ts';
import { crawlerTaskServer } from './content/crawler-task.server.ts';
import { posterServer } from './content/poster.server.ts';
import { leadServer } from './crm/lead.server.ts';
import { examAnswerServer } from './exam/exam-answer.server.ts';
import { examApplyServer } from './exam/exam-apply.server.ts';
import {
  examProfServer,
  examSittingServer,
  examSubjectServer,
  onlineExamServer,
} from './exam/online-exam.server.ts';
import { examOrderServer } from './exam/orders/exam-order.server.ts';
import { examPaperServer } from './exam/papers/exam-paper.server.ts';
import { questionServer } from './exam/question.server.ts';
import { guideInfoServer, remarkServer } from './guide/plain-content.server.ts';
import {
  areaAgentServer,
  examAgentServer,
  examAreaServer,
  examInfoServer,
} from './mock/exam-parts.server.ts';
import { mockRuleServer } from './mock/marks/mock-rule.server.ts';
import { mockScoreServer } from './mock/marks/mock-score.server.ts';
import { mockExamServer } from './mock/mock-exam.server.ts';
import { mockStudentServer } from './mock/mock-student.server.ts';
import { mockOrderServer } from './mock/orders/mock-order.server.ts';
import { printTemplateServer } from './mock/print/print.server.ts';
import { arrangeServer, mockRoomServer, seatServer, ticketServer } from './mock/seats/arrange.server.ts';
import { messageServer } from './notice/message.server.ts';
import { noticeRuleServer } from './notice/notice-rule.server.ts';
import { agentServer } from './partner/agent.server.ts';
import { channelServer } from './partner/channel.server.ts';
import { partnersServer } from './partner/partners.server.ts';
import { partnersApplyServer } from './partner/partners-apply.server.ts';
import { payAccountServer } from './payment/pay-account.server.ts';
import { adminUserServer } from './people/admin-user.server.ts';
import { permServer } from './people/perm.server.ts';
import { roleServer } from './people/role.server.ts';
import { pushDeviceServer } from './push/push-device.server.ts';
import { pushTaskServer } from './push/push-task.server.ts';
import { cityServer } from './reference/city.server.ts';
import { jointCategoryServer } from './reference/joint-category.server.ts';
import { limitDateServer } from './reference/limit-date.server.ts';
import { provinceServer } from './reference/province.server.ts';
import { typeDictServer } from './reference/type-dict.server.ts';
import { couponServer } from './sales/coupon.server.ts';
import { goodsServer } from './sales/goods.server.ts';
import { refundServer } from './sales/refund/refund.server.ts';
import { serviceOrderServer } from './sales/service-order.server.ts';
import { userCardServer } from './sales/user-card.server.ts';
import { schExamTypeServer } from './school/sch-exam-type.server.ts';
import { partnersSettleServer } from './settlement/partners-settle.server.ts';
import { auditLogServer } from './system/audit-log.server.ts';
import { sysJobServer } from './system/sys-job.server.ts';
import { courseServer } from './teaching/course.server.ts';
import { lectureApplyServer, lectureServer } from './teaching/lecture-apply.server.ts';
import { lessonServer } from './teaching/lesson.server.ts';
import { liveRoomGoodsServer } from './teaching/live-room-goods.server.ts';
import { probRecordServer } from './voluntary/prob-record.server.ts';
import { voluntaryListServer } from './voluntary/voluntary-list.server.ts';

/** The server sides of the datasets that have one, by dataset name. */
export const datasetServers: DatasetServers = serversByName([
  abroadOrderServer,
  appMenuServer,
  articleServer,
  crawlerTaskServer,
  pushTaskServer,
  pushDeviceServer,
  carouselServer,
  posterServer,
  adminUserServer,
  admissionServer,
  agentServer,
  algorithmServer,
  archiveServer,
  exceptionsServer,
  formulaServer,
  guideInfoServer,
  remarkServer,
  segmentServer,
  channelServer,
  cityServer,
  jointCategoryServer,
  leadServer,
  messageServer,
  noticeRuleServer,
  limitDateServer,
  partnersServer,
  payAccountServer,
  partnersApplyServer,
  permServer,
  provinceServer,
  roleServer,
  schExamTypeServer,
  provinceStatServer,
  schoolStatServer,
  auditLogServer,
  sysJobServer,
  typeDictServer,
  couponServer,
  goodsServer,
  refundServer,
  cardOrderServer,
  cardCodeRuleServer,
  cardCodeServer,
  partnersSettleServer,
  serviceOrderServer,
  userCardServer,
  userLimitServer,
  userCategoryServer,
  userPermServer,
  rankServer,
  wishUserServer,
  voluntaryListServer,
  probRecordServer,
  mockExamServer,
  examInfoServer,
  examAreaServer,
  areaAgentServer,
  examAgentServer,
  mockStudentServer,
  printTemplateServer,
  mockOrderServer,
  mockRuleServer,
  mockRoomServer,
  arrangeServer,
  seatServer,
  ticketServer,
  mockScoreServer,
  onlineExamServer,
  examProfServer,
  examSubjectServer,
  questionServer,
  examPaperServer,
  examApplyServer,
  examOrderServer,
  examSittingServer,
  examAnswerServer,
  courseServer,
  lessonServer,
  lectureApplyServer,
  lectureServer,
  liveRoomGoodsServer,
]);
