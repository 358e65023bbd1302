import { filled } from '../../kernel/derived.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { compare } from '../../rules/money.ts';
import { common } from '../shared/fields.ts';
import { schoolExamResult } from './consumer.codes.ts';

const score = (zh: string, en: string) =>
  field.decimal({ label: label(zh, en), scale: 2, min: 0, max: 1000 });

/** The code of `schoolExamResult` for a passed exam. */
const passed = 1;

/** Results of a candidate in exams of schools (校考), for the programmes that admit by them (domain 0.7, 23). */
export const userExamScore = defineDataset({
  name: 'userExamScore',
  path: '/api/admin/wish/user/exam/score',
  menu: { at: '/user/examscore', group: 'users', icon: 'TrophyOutlined', order: 6 },
  tableId: 92,
  label: label('校考成绩', 'School exam results'),
  fields: {
    id: field.id({ label: label('成绩ID', 'Result ID') }),
    userId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser', required: true }),
    dataYear: filled({ from: 'userId', what: 'dataYear' }, common.dataYear),
    schoolId: common.schoolId,
    profName: field.text({
      label: label('专业', 'Major'),
      max: limits.address,
      help: label('留空则适用于该校所有校考专业', "Left empty: for all majors of the school's exam"),
    }),
    score: score('校考成绩', 'Score'),
    fullScore: score('满分', 'Full mark'),
    passScore: score('合格线', 'Pass line'),
    rankNo: field.integer({ label: label('校考名次', 'Rank'), min: 1, max: 10_000_000 }),
    resultFlag: field.code({
      label: label('结果', 'Result'),
      of: schoolExamResult,
      required: true,
      default: 0,
    }),
    remark: common.remark,
  },
  naturalKey: ['userId', 'dataYear', 'schoolId', 'profName'],
  identity: { name: 'profName' },
  checks: [
    {
      kind: 'rule',
      fields: ['score', 'fullScore'],
      test: ({ score: own, fullScore }) => Number(own) <= Number(fullScore),
      message: label('成绩不能超过满分', 'the score must not be above the full mark'),
    },
    {
      kind: 'rule',
      fields: ['score', 'passScore', 'resultFlag'],
      test: ({ score: own, passScore, resultFlag }) =>
        resultFlag !== passed || compare(String(own), String(passScore)) >= 0,
      message: label(
        '成绩低于合格线，不能登记为合格；请核对成绩、合格线和结果',
        'the score is below the pass line, so the result cannot be Passed; check score, line and result',
      ),
    },
  ],
  permissions: { prefix: 'user:examscore', actions: everyAction },
  scope: { through: 'userId' },
  list: {
    point: ['userId', 'schoolId', 'profName', 'score', 'passScore', 'resultFlag'],
    filters: ['userId', 'dataYear', 'schoolId', 'profName', 'resultFlag', 'id'],
  },
});
