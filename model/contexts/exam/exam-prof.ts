import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { jointParent } from '../shared/shared.codes.ts';

/**
 * Majors that candidates apply for in an online exam, each with its subjects (domain I2). A category is of one province
 * and year, so a major names the family of joint exams (Q72).
 */
export const examProf = defineDataset({
  name: 'examProf',
  path: '/api/exam/prof',
  menu: { at: '/exam/prof', group: 'exams', icon: 'TagsOutlined', order: 2 },
  label: label('报考专业', 'Majors'),
  fields: {
    id: field.id({ label: label('专业ID', 'Major ID') }),
    examId: field.ref({ to: 'onlineExam', required: true, lockedOnEdit: true }),
    profName: field.text({ required: true, max: limits.name }),
    profId: field.ref({ label: label('专业库专业', 'Major of the library'), to: 'prof' }),
    parentType: field.code({ label: label('统考大类', 'Family of exams'), of: jointParent }),
    quota: field.integer({
      label: label('名额', 'Places'),
      default: 0,
      min: 0,
      max: 1_000_000,
      help: label('0 为不限', '0: no bound'),
    }),
    fee: field.money({
      label: label('报名费', 'Fee'),
      min: 0,
      help: label('留空则为考试的报名费', 'Left empty: the fee of the exam'),
    }),
    subjectIds: field.refs({
      to: 'examSubject',
      within: ['examId'],
      help: label('留空为考试的全部科目', 'Left empty: all subjects of the exam'),
    }),
    ...orderAndStatus,
  },
  naturalKey: ['examId', 'profName'],
  identity: { name: 'profName', within: ['examId'] },
  permissions: { prefix: 'exam:prof', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: { through: 'examId' }, rest: { common: 'majors are those of an exam of the house' } },
  list: {
    point: ['profName', 'examId', 'quota', 'fee', 'status'],
    filters: ['examId', 'profName', 'profId', 'status'],
    sort: ['-examId', 'orderNum'],
  },
});
