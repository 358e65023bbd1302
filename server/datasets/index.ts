import { type DatasetServers, serversByName } from '../engine/server-side.ts';
import { adminUserServer } from './admin-user.server.ts';
import { admissionServer } from './admission.server.ts';
import { agentServer } from './agent.server.ts';
import { algorithmServer } from './algorithm.server.ts';
import { archiveServer } from './archive.server.ts';
import { channelServer } from './channel.server.ts';
import { cityServer } from './city.server.ts';
import { couponServer } from './coupon.server.ts';
import { exceptionsServer } from './exceptions.server.ts';
import { formulaServer } from './formula.server.ts';
import { jointCategoryServer } from './joint-category.server.ts';
import { leadServer } from './lead.server.ts';
import { limitDateServer } from './limit-date.server.ts';
import { arrangeServer, mockRoomServer, seatServer, ticketServer } from './mock/arrange.server.ts';
import {
  areaAgentServer,
  examAgentServer,
  examAreaServer,
  examInfoServer,
} from './mock/exam-parts.server.ts';
import { mockExamServer } from './mock/mock-exam.server.ts';
import { mockOrderServer } from './mock/mock-order.server.ts';
import { mockScoreServer } from './mock/mock-score.server.ts';
import { mockStudentServer } from './mock/mock-student.server.ts';
import { printTemplateServer } from './mock/print.server.ts';
import { partnersServer } from './partners.server.ts';
import { partnersApplyServer } from './partners-apply.server.ts';
import { partnersSettleServer } from './partners-settle.server.ts';
import { payAccountServer } from './pay-account.server.ts';
import { permServer } from './perm.server.ts';
import { guideInfoServer, remarkServer } from './plain-content.server.ts';
import { probRecordServer } from './prob-record.server.ts';
import { provinceServer } from './province.server.ts';
import { provinceStatServer } from './province-stat.server.ts';
import { rankServer } from './rank.server.ts';
import { refundServer } from './refund.server.ts';
import { roleServer } from './role.server.ts';
import { schExamTypeServer } from './sch-exam-type.server.ts';
import { schoolStatServer } from './school-stat.server.ts';
import { segmentServer } from './segment.server.ts';
import { serviceOrderServer } from './service-order.server.ts';
import { sysJobServer } from './sys-job.server.ts';
import { typeDictServer } from './type-dict.server.ts';
import { userCardServer } from './user-card.server.ts';
import { userLimitServer } from './user-limit.server.ts';
import { userPermServer } from './user-perm.server.ts';
import { voluntaryListServer } from './voluntary-list.server.ts';
import { wishUserServer } from './wish-user.server.ts';

/** The server sides of the datasets that have one, by dataset name. */
export const datasetServers: DatasetServers = serversByName([
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
  sysJobServer,
  typeDictServer,
  couponServer,
  refundServer,
  partnersSettleServer,
  serviceOrderServer,
  userCardServer,
  userLimitServer,
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
  mockRoomServer,
  arrangeServer,
  seatServer,
  ticketServer,
  mockScoreServer,
]);
