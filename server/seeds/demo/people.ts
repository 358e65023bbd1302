import type { DemoAccountSeed, DemoAgentSeed, DemoChannelSeed, DemoPartnerSeed } from '../types.ts';

/**
 * People and organisations of the demo data (domain 7.3). All of them are invented, and their telephone numbers are
 * placeholders not to be dialled: China reserves no range for examples.
 */

const hunan = 430_000;
const partnerName = '湖南艺考服务中心(演示)';
const agencyName = '长沙星河画室(演示)';

const shandong = 370_000;
const eastName = '山东艺考服务中心(演示)';
const coastName = '青岛分中心(演示)';

/**
 * The demo partner, whose rates are those of the worked example in domain 4.10 and whose orders the demo shows, and one
 * of another province with a branch.
 */
export const demoPartners: readonly DemoPartnerSeed[] = [
  {
    partnersName: partnerName,
    channelName: '湖南总代',
    userName: '周明',
    position: '总经理',
    phone: '16400000101',
    address: '湖南省长沙市岳麓区麓山南路',
    provinceIds: [hunan],
    guideRate: '0.3000',
    probRate: '0.2500',
    listRate: '0.2000',
  },
  {
    partnersName: eastName,
    channelName: '山东总代',
    userName: '孙海',
    position: '总经理',
    phone: '16400000102',
    address: '山东省济南市历下区文化东路',
    provinceIds: [shandong],
    guideRate: '0.2800',
    probRate: '0.2500',
    listRate: '0.2000',
  },
  {
    partnersName: coastName,
    parentName: eastName,
    channelName: '青岛校园合作',
    userName: '于蓝',
    position: '分中心主任',
    phone: '16400000103',
    address: '山东省青岛市市南区香港中路',
    provinceIds: [shandong],
    guideRate: '0.2000',
    probRate: '0.1800',
    listRate: '0.1500',
  },
];

/** Three demo channels of the demo partner (domain 7.3), and two of the other, one under the other. */
export const demoChannels: readonly DemoChannelSeed[] = [
  {
    channel: 'HNZD',
    channelName: '湖南总代',
    partnersName: partnerName,
    channelType: 3,
    provinceId: hunan,
    commissionRate: '0.2000',
    orderNum: 1,
  },
  {
    channel: 'HNHS',
    channelName: '湖南画室合作',
    partnersName: partnerName,
    channelType: 2,
    provinceId: hunan,
    commissionRate: '0.1500',
    orderNum: 2,
  },
  {
    channel: 'HNTF',
    channelName: '湖南信息流投放',
    partnersName: partnerName,
    channelType: 4,
    provinceId: hunan,
    commissionRate: '0.0000',
    orderNum: 3,
  },
  {
    channel: 'SDZD',
    channelName: '山东总代',
    partnersName: eastName,
    channelType: 3,
    provinceId: shandong,
    commissionRate: '0.2000',
    orderNum: 4,
  },
  {
    channel: 'SDQD',
    parentName: '山东总代',
    channelName: '青岛校园合作',
    partnersName: coastName,
    channelType: 5,
    provinceId: shandong,
    commissionRate: '0.1500',
    parentRate: '0.0500',
    orderNum: 5,
  },
];

/** Two demo agencies of the demo partner, and one of the branch. */
export const demoAgents: readonly DemoAgentSeed[] = [
  {
    agentName: agencyName,
    agentCode: 'XHHS',
    partnersName: partnerName,
    provinceId: hunan,
    cityId: 430_100,
    contact: '李青',
    phone: '16400000201',
    address: '湖南省长沙市开福区芙蓉北路',
    studentNum: 160,
    commissionRate: '0.0500',
  },
  {
    agentName: '株洲清音艺术学校(演示)',
    agentCode: 'QYYS',
    partnersName: partnerName,
    provinceId: hunan,
    cityId: 430_200,
    contact: '唐悦',
    phone: '16400000202',
    address: '湖南省株洲市天元区黄河北路',
    studentNum: 120,
    commissionRate: '0.0400',
  },
  {
    agentName: '青岛海岸画室(演示)',
    agentCode: 'QDHA',
    partnersName: coastName,
    provinceId: shandong,
    cityId: 370_200,
    contact: '姜涛',
    phone: '16400000203',
    address: '山东省青岛市崂山区松岭路',
    studentNum: 90,
    commissionRate: '0.0500',
  },
];

/** Teachers of the demo partners (domain F3). */
export const demoTeachers = [
  {
    teacherName: '林知远(演示)',
    mobile: '16400000301',
    partnersName: partnerName,
    provinceIds: [hunan],
    title: '志愿规划师',
    serviceType: 1,
  },
  {
    teacherName: '周可心(演示)',
    mobile: '16400000302',
    partnersName: partnerName,
    provinceIds: [hunan, 370_000],
    title: '美术教师',
    serviceType: 2,
  },
  {
    teacherName: '宋清扬(演示)',
    mobile: '16400000303',
    partnersName: eastName,
    provinceIds: [shandong],
    title: '志愿规划师',
    serviceType: 1,
  },
] as const;

const nobody = { adminFlag: 0, saleFlag: 0, provinceId: null, partnersName: null, agentName: null } as const;

/**
 * Accounts that show each kind of user's view. `admin` exists with or without demo data; `hunan01` is bound to one
 * province and shows the row scope (domain 0.3).
 */
export const demoAccounts: readonly DemoAccountSeed[] = [
  {
    ...nobody,
    userName: 'admin',
    nickName: '管理员',
    mobile: '16400000001',
    userType: 1,
    roleCodes: ['super'],
    adminFlag: 1,
  },
  {
    ...nobody,
    userName: 'ops',
    nickName: '运营小林',
    mobile: '16400000002',
    userType: 2,
    roleCodes: ['ops'],
  },
  {
    ...nobody,
    userName: 'sale01',
    nickName: '销售小陈',
    mobile: '16400000003',
    userType: 3,
    roleCodes: ['sale'],
    saleFlag: 1,
  },
  {
    ...nobody,
    userName: 'partner01',
    nickName: '合伙人周明',
    mobile: '16400000004',
    userType: 4,
    roleCodes: ['partner'],
    saleFlag: 1,
    partnersName: partnerName,
  },
  {
    ...nobody,
    userName: 'agent01',
    nickName: '画室李青',
    mobile: '16400000005',
    userType: 5,
    roleCodes: ['agent'],
    agentName: agencyName,
  },
  {
    ...nobody,
    userName: 'finance01',
    nickName: '财务小吴',
    mobile: '16400000006',
    userType: 2,
    roleCodes: ['finance'],
  },
  {
    ...nobody,
    userName: 'hunan01',
    nickName: '湖南数据专员',
    mobile: '16400000007',
    userType: 2,
    roleCodes: ['data'],
    provinceId: hunan,
  },
  {
    ...nobody,
    userName: 'sale02',
    nickName: '销售小刘',
    mobile: '16400000008',
    userType: 3,
    roleCodes: ['sale'],
    saleFlag: 1,
  },
  {
    ...nobody,
    userName: 'service01',
    nickName: '客服小周',
    mobile: '16400000009',
    userType: 2,
    roleCodes: ['service'],
  },
  {
    ...nobody,
    userName: 'finance02',
    nickName: '财务小郑',
    mobile: '16400000010',
    userType: 2,
    roleCodes: ['finance'],
  },
  {
    ...nobody,
    userName: 'exam01',
    nickName: '教务小钱',
    mobile: '16400000021',
    userType: 2,
    roleCodes: ['exam'],
  },
  {
    ...nobody,
    userName: 'teacher01',
    nickName: '阅卷老师甲',
    mobile: '16400000022',
    userType: 2,
    roleCodes: ['teacher'],
  },
  {
    ...nobody,
    userName: 'teacher02',
    nickName: '阅卷老师乙',
    mobile: '16400000023',
    userType: 2,
    roleCodes: ['teacher'],
  },
  {
    ...nobody,
    userName: 'teacher03',
    nickName: '阅卷老师丙',
    mobile: '16400000024',
    userType: 2,
    roleCodes: ['teacher'],
  },
  {
    ...nobody,
    userName: 'salelead01',
    nickName: '销售主管小赵',
    mobile: '16400000011',
    userType: 3,
    roleCodes: ['saleLead'],
  },
];
