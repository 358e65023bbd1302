/** Push apps of the demo; their pushes are simulated. */
export const demoPushApps = [
  {
    appName: '艺考志愿宝 App',
    platform: 1,
    vendor: 9,
    packageName: 'cn.example.yikao',
    appKey: 'demo-android',
  },
  { appName: '艺考志愿宝小程序', platform: 3, vendor: 9, packageName: null, appKey: 'demo-wechat' },
] as const;

/** Models of the demo's phones. */
export const demoPhones = ['HUAWEI Mate 60', 'Xiaomi 14', 'OPPO Reno 12', 'vivo X100', 'HONOR 200'] as const;

/** Push tasks of the demo: one that was sent, and drafts. */
export const demoPushTasks = [
  {
    taskName: '模考出分提醒',
    title: '模考出分',
    content: '你的模考成绩已公布，点击查看排名和分析',
    ...{ linkType: 3, linkValue: '/score', audienceType: 1, sent: true },
  },
  {
    taskName: '美术统考报名提醒',
    title: '统考报名今天开始',
    content: '美术与设计类统考报名通道已开放，请尽快完成报名',
    ...{ linkType: 0, linkValue: null, audienceType: 1, sent: false },
  },
  {
    taskName: '志愿表优惠',
    title: '志愿表限时优惠',
    content: '填报前最后一周，志愿表卡八折',
    ...{ linkType: 3, linkValue: '/card', audienceType: 1, sent: false },
  },
] as const;

/** Accounts of Douyin of the demo. */
export const demoTtAccounts = [
  { nickName: '艺考课堂', openId: 'demo-open-1', douyinNo: 'yikaoketang', authStatus: 1, days: 12 },
  { nickName: '美术集训日记', openId: 'demo-open-2', douyinNo: 'msjixun', authStatus: 2, days: -1 },
] as const;

/** Courses as goods of Douyin, of courses of the demo. */
export const demoTtCourses = [
  {
    ...{ courseName: '素描静物三十讲', title: '素描静物三十讲·零基础', classId: '10101', price: '199.00' },
    ...{ refundRule: 2, auditStatus: 2, upStatus: 1, platformId: 'demo-goods-1' },
  },
  {
    ...{ courseName: '声乐气息训练', title: '声乐气息训练', classId: '10102', price: '299.00' },
    ...{ refundRule: 1, auditStatus: 0, upStatus: 0, platformId: null },
  },
] as const;

/** Mounts on videos of the first account, one in each state. */
export const demoTtMounts = [
  {
    mountTitle: '素描提分课',
    videoTitle: '三步画好五官',
    mountStatus: 4,
    viewNum: 8_420,
    clickNum: 610,
    dealNum: 23,
  },
  {
    mountTitle: '查录取概率',
    videoTitle: '500分能上哪所美院',
    mountStatus: 2,
    viewNum: 0,
    clickNum: 0,
    dealNum: 0,
  },
  {
    ...{
      mountTitle: '包过训练营',
      videoTitle: '集训最后一周',
      mountStatus: 3,
      viewNum: 0,
      clickNum: 0,
      dealNum: 0,
    },
    rejectReason: '锚点文案含有承诺结果的用语',
  },
  {
    mountTitle: '模考报名',
    videoTitle: '十二月模考时间表',
    mountStatus: 0,
    viewNum: 0,
    clickNum: 0,
    dealNum: 0,
  },
] as const;
