import type { DemoAccountSeed, DemoAgentSeed, DemoChannelSeed, DemoPartnerSeed } from '../types.ts';

/**
 * People and organisations of the demo data (domain 7.3). All of them are invented, and their telephone
 * numbers are placeholders that nobody should dial: China keeps no range for examples.
 */

const hunan = 430_000;
const partnerName = '湖南艺考服务中心(演示)';
const agencyName = '长沙星河画室(演示)';

/** The one demo partner; its rates are those of the worked example of domain 4.10. */
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
];

/** Three demo channels of the demo partner (domain 7.3). */
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
];

/** Two demo agencies of the demo partner. */
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
    commissionRate: '0.0400',
  },
];

/** Teachers of the demo partner (domain F3). */
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
] as const;

const nobody = { adminFlag: 0, saleFlag: 0, provinceId: null, partnersName: null, agentName: null } as const;

/**
 * Accounts that show what each kind of user sees. `admin` is there with or without demo data;
 * `hunan01` is bound to one province and shows the row scope (domain 0.3).
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
    userName: 'salelead01',
    nickName: '销售主管小赵',
    mobile: '16400000011',
    userType: 3,
    roleCodes: ['saleLead'],
  },
];
