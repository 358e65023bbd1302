import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { cardCode } from '../codes/card-code.ts';
import { lead } from '../crm/lead.ts';
import { serviceOrder } from '../sales/service-order.ts';
import { userCard } from '../sales/user-card.ts';
import { userCoupon } from '../sales/user-coupon.ts';
import { common, statusAndRemark } from '../shared/fields.ts';
import { aos, gender, subject } from '../shared/shared.codes.ts';
import { probRecord } from '../voluntary/prob-record.ts';
import { voluntaryList } from '../voluntary/voluntary-list.ts';
import { userCategory } from './user-category.ts';
import { userExamScore } from './user-exam-score.ts';
import { userPerm } from './user-perm.ts';

/** Reports whether re-selected subjects are possible for arts or science (3+1+2 or 3+3). */
function fittingSubjects(subjects: readonly unknown[], side: number): boolean {
  const divided = side === 4 || side === 5;
  if (divided && subjects.some(one => one === 1 || one === 5)) return false;
  return subjects.length <= (divided ? 2 : 3);
}

const score = (max: number) => field.decimal({ scale: 2, min: 0, max });
const rank = () => field.integer({ min: 1, max: 10_000_000 });

/**
 * Consumers: the candidates who use the apps (domain E1). `recCode` is the person's own code, `inviteCode` that of the
 * person who referred them (0.7, 12). The agency is where the candidate studies; orders store it for its commission
 * (0.7, 17).
 */
export const wishUser = defineDataset({
  name: 'wishUser',
  path: '/api/admin/wish/user',
  menu: { at: '/user/wishUser', group: 'users', icon: 'UserOutlined', order: 1 },
  tableId: 40,
  label: label('考生用户', 'Candidates'),
  fields: {
    userId: field.id({ label: label('用户ID', 'User ID') }),
    userName: field.text({
      max: limits.shortName,
      help: label('留空则为“考生”加手机后四位', 'Left empty: 考生 and the last four digits of the mobile'),
    }),
    nickName: field.text({ label: label('昵称', 'Nickname'), max: limits.shortName, readOnly: true }),
    mobile: field.mobile({ required: true }),
    gender: field.code({ of: gender }),
    provinceId: field.ref({ to: 'province' }),
    cityId: common.cityId,
    dataYear: field.year({ label: label('高考年份', 'Year of the exam'), default: common.dataYear.default }),
    jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'] }),
    aos: field.code({ of: aos }),
    subjects: field.codes({
      label: label('再选科目', 'Re-selected subjects'),
      of: subject,
      help: label(
        '3+1+2 省份填两门再选科目，首选科目由科类决定；3+3 省份填三门选考科目',
        'Two in 3+1+2 provinces, where arts or science gives the first choice; three in 3+3 provinces',
      ),
    }),
    highSchool: field.text({ max: limits.name }),
    cultureScore: score(900),
    profScore: score(500),
    englishScore: score(150),
    chineseScore: score(150),
    mathScore: field.decimal({ label: label('数学成绩', 'Maths'), scale: 2, min: 0, max: 150 }),
    compositeScore: field.decimal({
      scale: 2,
      min: 0,
      max: 9999,
      readOnly: true,
      help: label('按本省综合分公式计算', 'Calculated by the formula of the province'),
    }),
    compositeProvisional: field.yesNo({
      label: label('综合分待核对', 'Composite score to be checked'),
      help: label(
        '本省没有录入公式，按默认公式计算',
        'Calculated by the default formula: the province has none',
      ),
      default: 0,
      readOnly: true,
    }),
    cultureRank: rank(),
    profRank: rank(),
    completeFlag: field.yesNo({
      label: label('资料完善', 'Profile complete'),
      elsewhere: true,
      readOnly: true,
    }),
    recCode: field.text({
      label: label('邀请码', 'Invite code'),
      max: 16,
      readOnly: true,
      generated: () => readableCode(8),
    }),
    inviteCode: field.text({ label: label('邀请人邀请码', "Inviter's code"), max: 16, readOnly: true }),
    channelId: field.ref({ to: 'channel' }),
    sourceId: field.ref({ to: 'source' }),
    partnersId: field.ref({ to: 'partners' }),
    agentId: field.ref({ to: 'agent' }),
    saleUserId: field.ref({ to: 'adminUser' }),
    cardLabels: field.text({
      label: label('已购', 'Bought'),
      max: limits.path,
      elsewhere: true,
      readOnly: true,
    }),
    firstVisitTime: field.dateTime({ readOnly: true }),
    lastVisitTime: field.dateTime({ readOnly: true }),
    visitNum: field.integer({ default: 0, readOnly: true }),
    ...statusAndRemark,
  },
  naturalKey: ['mobile'],
  uniqueKeys: [['recCode']],
  identity: { name: 'userName', also: ['mobile'], found: true },
  checks: [
    {
      kind: 'rule',
      fields: ['subjects', 'aos'],
      test: ({ subjects, aos: side }) => fittingSubjects(subjects ?? [], Number(side)),
      message: label(
        '再选科目与科类不符：历史类、物理类最多两门且不能含物理、历史，其他最多三门',
        'the subjects do not fit arts or science: with history or physics two at most and neither of these two, else three at most',
      ),
    },
  ],
  permissions: { prefix: 'wish:user', actions: ['list', 'add', 'update', 'delete', 'import', 'export'] },
  scope: { partner: 'partnersId', province: 'provinceId', agency: 'agentId', own: 'saleUserId' },
  details: [
    { of: userCard, by: 'userId', label: label('权益', 'Entitlements') },
    { of: userCategory, by: 'userId', label: label('兼报类别', 'Further categories') },
    { of: userExamScore, by: 'userId', label: label('校考成绩', 'School exam results') },
    { of: userPerm, by: 'userId', label: label('黑白名单', 'Lists') },
    { of: cardCode, by: 'userId', label: label('激活码', 'Codes') },
    { of: serviceOrder, by: 'userId', label: label('订单', 'Orders') },
    { of: voluntaryList, by: 'userId', label: label('志愿表', 'College preference lists') },
    { of: probRecord, by: 'userId', label: label('概率查询', 'Probabilities') },
    { of: userCoupon, by: 'userId', label: label('优惠券', 'Coupons') },
    { of: lead, by: 'userId', label: label('线索', 'Leads') },
  ],
  list: {
    columns: [
      'jointCategoryId',
      'subjects',
      'completeFlag',
      'channelId',
      'sourceId',
      'provinceId',
      'dataYear',
      'userId',
    ],
    point: ['userName', 'mobile', 'cardLabels', 'saleUserId', 'lastVisitTime', 'status'],
    without: ['gender', 'cityId', 'highSchool', 'englishScore', 'chineseScore', 'mathScore', 'inviteCode'],
    filters: [
      'mobile',
      'userName',
      'nickName',
      'provinceId',
      'dataYear',
      'jointCategoryId',
      'aos',
      'subjects',
      'channelId',
      'sourceId',
      'partnersId',
      'agentId',
      'saleUserId',
      'recCode',
      'status',
      'userId',
      'createTime',
    ],
  },
  form: {
    groups: [
      {
        label: label('成绩', 'Scores'),
        fields: [
          ...(['cultureScore', 'profScore', 'englishScore', 'chineseScore', 'mathScore'] as const),
          ...(['cultureRank', 'profRank'] as const),
        ],
      },
      {
        label: label('归属', 'Belongs to'),
        fields: ['channelId', 'sourceId', 'partnersId', 'agentId', 'saleUserId', 'status', 'remark'],
      },
    ],
  },
  excel: {
    import: ['userName', 'mobile', 'provinceId', 'dataYear', 'jointCategoryId', 'aos', 'subjects', 'remark'],
    // Never imported, but readable in an export (domain E1, flag X).
    export: {
      with: [
        ...(['gender', 'cityId', 'highSchool', 'cultureScore', 'profScore', 'englishScore'] as const),
        ...([
          'chineseScore',
          'mathScore',
          'compositeScore',
          'compositeProvisional',
          'cultureRank',
          'profRank',
        ] as const),
        ...(['completeFlag', 'channelId', 'sourceId', 'partnersId', 'cardLabels', 'saleUserId'] as const),
        'status',
      ],
    },
  },
});
