import { filled } from '../../kernel/derived.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { probBand } from '../admission/probability.codes.ts';
import { common } from '../shared/fields.ts';
import { listStatus } from './voluntary.codes.ts';

/** A score or rank that is copied from the candidate when the list is created, and then kept. */
const score = <const W extends string>(what: W, max: number) =>
  filled({ from: 'userId', what }, field.decimal({ scale: 2, min: 0, max }));
const rank = <const W extends string>(what: W) =>
  filled({ from: 'userId', what }, field.integer({ min: 1, max: 10_000_000 }));

/**
 * Voluntary lists: a candidate's choices for a batch, in order (domain D16, 3.14, 4.8). The row stores the choices: a
 * list is saved, undone, compared and returned as a whole, and keeps the facts known when it was filled in, whatever
 * happens to the programmes. The candidate's owner is the list's owner.
 */
export const voluntaryList = defineDataset({
  name: 'voluntaryList',
  path: '/api/data/wish/voluntaryList',
  menu: { at: '/wish/voluntaryList', group: 'guidance', icon: 'UnorderedListOutlined', order: 4 },
  tableId: 55,
  label: label('志愿表', 'College preference lists'),
  fields: {
    listId: field.id({ label: label('志愿表ID', 'List ID') }),
    listNo: field.text({ label: label('编号', 'Number'), max: 20, readOnly: true }),
    userId: field.ref({ label: label('考生', 'Candidate'), to: 'wishUser', required: true }),
    dataYear: filled({ from: 'userId', what: 'dataYear' }, common.dataYear),
    provinceId: filled({ from: 'userId', what: 'provinceId' }, common.provinceId),
    jointCategoryId: filled({ from: 'userId', what: 'jointCategoryId' }, common.jointCategoryId),
    aos: filled({ from: 'userId', what: 'aos' }, common.aos),
    batch: common.batch,
    cultureScore: score('cultureScore', 900),
    profScore: score('profScore', 500),
    compositeScore: field.decimal({
      scale: 2,
      min: 0,
      max: 9999,
      help: label('留空则按综合分公式计算', 'Left empty, it is calculated by the composite formula'),
    }),
    cultureRank: rank('cultureRank'),
    profRank: rank('profRank'),
    compositeRank: field.integer({
      min: 1,
      max: 10_000_000,
      help: label('留空则按综合分查一分一段', 'Left empty, it is looked up in the score distribution'),
    }),
    items: field.lines({
      label: label('志愿明细', 'Choices'),
      readOnly: true,
      max: limits.listChoices,
      of: {
        admissionId: field.integer({ label: label('录取数据ID', 'Programme ID'), required: true, min: 1 }),
        schoolName: field.text({ label: label('院校', 'School'), required: true, max: limits.name }),
        groupNo: field.text({ label: label('专业组', 'Group'), max: 16 }),
        profNames: field.text({ label: label('专业', 'Majors'), max: 1_000 }),
        probability: field.decimal({
          label: label('概率', 'Probability'),
          scale: 4,
          min: 0,
          max: 1,
          share: true,
        }),
        level: field.code({ label: label('冲稳保', 'Band'), of: probBand }),
        lineMin: field.decimal({
          label: label('历年线最低', 'Lowest line of the years'),
          scale: 2,
          plain: true,
          min: 0,
          max: 10_000_000,
        }),
        lineMax: field.decimal({
          label: label('历年线最高', 'Highest line of the years'),
          scale: 2,
          plain: true,
          min: 0,
          max: 10_000_000,
        }),
        lineYears: field.integer({ label: label('历年年数', 'Years with a line'), min: 0, max: 5 }),
        adjustFlag: field.yesNo({ label: label('服从调剂', 'Accepts reassignment') }),
        provisional: field.yesNo({ label: label('待核对', 'To be checked') }),
        unscaled: field.yesNo({ label: label('位次未换算', 'Rank not converted') }),
        unchecked: field.yesNo({ label: label('有未核对的要求', 'Minimum not checked') }),
      },
    }),
    generateTime: field.dateTime({ label: label('首次生成', 'First generated'), readOnly: true }),
    listStatus: field.code({ of: listStatus, required: true, default: 0, readOnly: true }),
    teacherId: field.ref({ label: label('规划老师', 'Planner'), to: 'teacherPartners' }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    auditBy: field.ref({ to: 'adminUser', readOnly: true, protects: false }),
    auditTime: field.dateTime({ readOnly: true }),
    remark: common.remark,
  },
  uniqueKeys: [['listNo']],
  identity: { name: 'listNo', found: true },
  permissions: {
    prefix: 'wish:voluntarylist',
    actions: ['list', 'add', 'update', 'delete', 'export'],
    own: { audit: label('审核志愿表', 'Review college preference lists') },
  },
  scope: { through: 'userId' },
  list: {
    point: ['listNo', 'listStatus', 'userId', 'cultureScore', 'profScore', 'updateTime'],
    columns: ['batch', 'jointCategoryId', 'teacherId', 'provinceId'],
    filters: [
      ...(['listNo', 'userId', 'dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch'] as const),
      ...(['listStatus', 'teacherId', 'createTime', 'listId'] as const),
    ],
  },
  form: {
    groups: [
      {
        label: label('成绩', 'Scores'),
        fields: [
          ...(['cultureScore', 'profScore', 'compositeScore'] as const),
          ...(['cultureRank', 'profRank', 'compositeRank'] as const),
        ],
      },
    ],
  },
  groups: ['listStatus', 'provinceId'],
});
