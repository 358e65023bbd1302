import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, countOf, ofCategory, ofSchool, scoreOf } from '../shared/fields.ts';
import { subject } from '../shared/shared.codes.ts';
import {
  admitType,
  archiveRule,
  bigSmall,
  checkStatus,
  firstSubject,
  scoreType,
  subjectState,
} from './admission.codes.ts';

/** The results of a programme, a section of the form. */
const results = [
  ...(['archiveMinScore', 'archiveMinRank', 'admitNum', 'admitMinScore', 'admitMinRank'] as const),
  ...(['admitAvgScore', 'admitMaxScore', 'cultureMin', 'profMin'] as const),
] as const;

/** The columns of header types 2 and 5 (domain D3). */
const resultColumns = ['scoreType', ...results] as const;

/**
 * Plans and their results: one row per programme that admits pupils of a province in a year (domain D3, amendment 1).
 * All predictions are based on it.
 */
export const admission = defineDataset({
  name: 'admission',
  path: '/api/data/wish/admission',
  menu: { at: '/wish/admission', group: 'data', icon: 'FundOutlined', order: 3 },
  tableId: 4,
  label: label('招生录取数据', 'Admission data'),
  fields: {
    dataId: field.id(),
    ...ofCategory,
    aos: common.aos,
    batch: common.batch,
    ...ofSchool,
    schoolNo: field.text({ label: label('院校招生代码', 'School code'), max: 10 }),
    groupNo: field.text({ max: 16, compareBy: 'groupNumber' }),
    groupName: field.text({ label: label('专业组名称', 'Name of the group'), max: limits.name }),
    profId: field.ref({ label: label('标准专业', 'Standard major'), to: 'prof' }),
    schProfName: field.text({ label: label('招生专业', 'Programme'), required: true, max: limits.address }),
    profNo: field.text({ label: label('专业代码', 'Programme code'), max: 10 }),
    diploma: common.batchDiploma,
    admitType: field.code({ of: admitType, default: 1 }),
    planNum: countOf(label('计划数', 'Places')),
    lastPlanNum: countOf(label('上年计划', 'Places last year')),
    tuition: field.money({ label: label('学费', 'Tuition'), unit: 'yuanPerYear' }),
    duration: field.integer({ label: label('学制', 'Years'), min: 1, max: 10, unit: 'year' }),
    subjectRequire: field.text({
      label: label('选科要求', 'Required subjects'),
      headers: ['Subjects wanted'],
      max: limits.name,
      help: label(
        '照公布的文字，如 首选物理，再选化学和生物；下面几项由此识别',
        'As published, such as 首选物理，再选化学和生物; the next fields are read from it',
      ),
    }),
    subjectFirst: field.code({ label: label('首选要求', 'First choice'), of: firstSubject, readOnly: true }),
    subjectAll: field.codes({ label: label('必选科目', 'All of'), of: subject, readOnly: true }),
    subjectAny: field.codes({ label: label('任选科目', 'Some of'), of: subject, readOnly: true }),
    subjectAnyNum: field.integer({
      label: label('任选门数', 'Electives required'),
      headers: ['Electives to have'],
      min: 0,
      readOnly: true,
    }),
    subjectState: field.code({
      label: label('选科识别', 'Subjects read'),
      of: subjectState,
      default: 0,
      readOnly: true,
    }),
    archiveRule: field.code({ of: archiveRule, default: 1 }),
    scoreType: field.code({ label: label('录取依据', 'Admitted by'), of: scoreType, default: 1 }),
    formulaId: field.ref({ to: 'formula' }),
    algorithmId: field.ref({ to: 'algorithm' }),
    archiveMinScore: scoreOf(label('投档最低分', 'Lowest filing score'), {
      headers: ['Lowest score put before'],
    }),
    archiveMinRank: countOf(label('投档最低位次', 'Lowest filing rank'), {
      headers: ['Lowest rank put before'],
    }),
    admitNum: countOf(),
    admitMinScore: scoreOf(label('录取最低分', 'Lowest score admitted')),
    admitMinRank: countOf(label('录取最低位次', 'Lowest rank admitted')),
    admitAvgScore: scoreOf(label('平均分', 'Average score')),
    admitMaxScore: scoreOf(label('最高分', 'Highest score')),
    cultureMin: scoreOf(label('文化最低', 'Lowest culture score')),
    profMin: scoreOf(label('专业最低', 'Lowest professional score')),
    englishMin: scoreOf(label('英语要求', 'Required English score'), { headers: ['English wanted'] }),
    chineseMin: scoreOf(label('语文要求', 'Required Chinese score'), { headers: ['Chinese wanted'] }),
    predictScore: scoreOf(label('预测分', 'Predicted score')),
    predictRank: countOf(label('预测位次', 'Predicted rank')),
    predictUnscaled: field.yesNo({
      label: label('预测未换算', 'Prediction not converted'),
      headers: ['Not scaled'],
      help: label(
        '没有同口径的考生人数，按往年位次原值预测',
        'No comparable totals: ranks of earlier years are used as they are',
      ),
      default: 0,
      readOnly: true,
    }),
    competitionDegree: field.decimal({
      label: label('竞争系数', 'Competition'),
      scale: 4,
      min: -1,
      signed: true,
      max: 1,
      default: '0.0000',
    }),
    bigSmall: field.code({ label: label('大小年', 'Big or small year'), of: bigSmall, default: 0 }),
    exceptionFlag: field.yesNo({ label: label('特殊录取', 'Exception'), default: 0 }),
    checkStatus: field.code({
      label: label('检查状态', 'Check'),
      of: checkStatus,
      default: 0,
      readOnly: true,
    }),
    showFlag: field.yesNo({ label: label('前台展示', 'Shown to candidates'), default: 1 }),
    orderNum: common.orderNum,
    remark: common.remark,
  },
  naturalKey: [
    ...(['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'schoolId', 'groupNo'] as const),
    ...(['schProfName', 'profNo', 'admitType', 'exceptionFlag'] as const),
  ],
  identity: { name: 'schProfName' },
  // Serves predictions and lists of choices: one province, year and category.
  indexes: [
    ['provinceId', 'dataYear', 'jointCategoryId', 'batch'],
    ['schoolId', 'provinceId', 'dataYear'],
  ],
  dataChecks: { status: 'checkStatus' },
  permissions: {
    prefix: 'wish:admission',
    actions: everyAction,
    own: { predict: label('生成预测位次', 'Predict ranks') },
  },
  scope: { province: 'provinceId', rest: { common: 'admissions are reference data' } },
  list: {
    point: ['schoolId', 'schProfName', 'planNum', 'archiveMinScore', 'archiveMinRank', 'predictRank'],
    columns: [
      ...([
        'predictScore',
        'predictUnscaled',
        'admitMinScore',
        'admitMinRank',
        'checkStatus',
        'scoreType',
        'groupNo',
        'subjectRequire',
        'subjectState',
      ] as const),
      ...(['jointCategoryId', 'aos', 'batch', 'dataYear', 'provinceId', 'dataId'] as const),
    ],
    filters: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'schoolId', 'schProfName'] as const),
      ...(['groupNo', 'profId', 'diploma', 'admitType', 'exceptionFlag', 'checkStatus'] as const),
      ...(['subjectFirst', 'subjectAll', 'subjectAny', 'subjectState'] as const),
      { field: 'scoreType', also: 'dataTypeString' },
      ...(['schprovinceId', 'dataId'] as const),
    ],
  },
  form: {
    groups: [
      {
        label: label('录取结果', 'Admission results'),
        fields: results,
      },
      {
        label: label('概率与预测', 'Probability and prediction'),
        fields: [
          ...([
            'formulaId',
            'algorithmId',
            'englishMin',
            'chineseMin',
            'predictScore',
            'predictRank',
          ] as const),
          ...(['competitionDegree', 'bigSmall'] as const),
        ],
      },
    ],
  },
  groups: ['dataYear', 'provinceId', 'checkStatus'],
  excel: {
    joins: [
      {
        field: 'subjectRequire',
        columns: [
          { headers: ['首选科目', '首选科目要求', '首选要求'], before: '首选' },
          { headers: ['再选科目', '再选科目要求', '再选要求', '次选科目'], before: '再选' },
        ],
        between: '，',
      },
    ],
    kinds: [{ type: 305, label: label('特殊录取', 'Special admissions'), sets: { exceptionFlag: 1 } }],
    headers: [
      {
        type: 1,
        fields: [
          ...(['schoolNo', 'groupName', 'diploma', 'planNum', 'lastPlanNum', 'tuition', 'duration'] as const),
          ...(['subjectRequire', 'remark'] as const),
        ],
      },
      { type: 2, fields: resultColumns },
      {
        type: 3,
        fields: [
          ...(['planNum', 'archiveRule', 'scoreType', 'admitMinScore', 'admitMinRank', 'tuition'] as const),
          ...(['subjectRequire'] as const),
        ],
      },
      {
        type: 4,
        fields: [
          ...(['scoreType', 'formulaId', 'algorithmId', 'archiveMinScore', 'archiveMinRank'] as const),
          ...(['predictScore', 'predictRank', 'competitionDegree', 'bigSmall'] as const),
          'predictUnscaled',
        ],
      },
      { type: 5, fields: [...resultColumns, 'remark'], where: { exceptionFlag: 1 } },
    ],
  },
});
