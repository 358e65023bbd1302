import { label } from '@yikao/model/kernel/label.ts';
import type { MenuGroupSeed, MenuPageSeed } from '../types.ts';

/** A page whose buttons are the permission codes of `datasets`. */
function page(zh: string, en: string, permUrl: string, icon: string, ...datasets: string[]): MenuPageSeed {
  return { title: label(zh, en), permUrl, icon, datasets };
}

/** A page without a dataset of its own, opened by any of `permCodes`. */
function feature(
  zh: string,
  en: string,
  permUrl: string,
  icon: string,
  ...permCodes: string[]
): MenuPageSeed {
  return { title: label(zh, en), permUrl, icon, datasets: [], permCodes };
}

/**
 * The menu of the back-office (domain 7.1). A page names its datasets; the permission codes behind them
 * are derived from the declarations when the product starts, so none is written here.
 */
export const menu: readonly MenuGroupSeed[] = [
  {
    title: label('数据管理', 'Data'),
    icon: 'DatabaseOutlined',
    pages: [
      page('省份统计', 'Province statistics', '/wish/provinceStat', 'BarChartOutlined', 'provinceStat'),
      page('院校统计', 'School statistics', '/wish/schoolStat', 'PieChartOutlined', 'schoolStat'),
      page(
        '招生录取数据',
        'Admission data',
        '/wish/admission',
        'FileDoneOutlined',
        'admission',
        'admissionCheck',
      ),
      page('投档线', 'Archive lines', '/wish/archive', 'FallOutlined', 'archive'),
      page('省控线', 'Score lines', '/wish/score', 'LineOutlined', 'score'),
      page('一分一段', 'Score segments', '/wish/segment', 'StockOutlined', 'segment'),
      page('批次', 'Batches', '/wish/batch', 'OrderedListOutlined', 'batch'),
      page('统考类别', 'Joint categories', '/wish/jointCategory', 'AppstoreOutlined', 'jointCategory'),
      page('特殊录取', 'Exception admissions', '/wish/exceptions', 'ExceptionOutlined', 'exceptions'),
      page('排名', 'Rankings', '/wish/rank', 'TrophyOutlined', 'rank'),
      page('排名类别', 'Ranking categories', '/wish/rankCategory', 'CrownOutlined', 'rankCategory'),
      page('综合分公式', 'Composite formulas', '/wish/formula', 'FunctionOutlined', 'formula'),
      page('概率算法', 'Probability algorithms', '/wish/algorithm', 'PercentageOutlined', 'algorithm'),
      page('备注记录', 'Remark records', '/wish/remark', 'SnippetsOutlined', 'remark'),
      { ...page('编辑备注', 'Edit remarks', '/wish/remarkEdit', 'EditOutlined', 'remark'), hiddenFlag: 1 },
      page('考点', 'Exam sites', '/wish/site', 'EnvironmentOutlined', 'site'),
    ],
  },
  {
    title: label('院校专业', 'Schools and majors'),
    icon: 'BankOutlined',
    pages: [
      page('院校库', 'Schools', '/wish/school', 'BankOutlined', 'school'),
      page('考试院校', 'Exam schools', '/sch/school', 'SolutionOutlined', 'examSchool'),
      page(
        '学校考试类型',
        'School exam calendar',
        '/sch/examType',
        'CalendarOutlined',
        'schExamType',
        'admissionCheck',
      ),
      page('院校专业', 'School majors', '/wish/schoolProf', 'ReadOutlined', 'schoolProf'),
      page('专业库', 'Majors', '/wish/prof', 'BookOutlined', 'prof'),
      page('考试日程', 'Exam schedule', '/base/schedule', 'ScheduleOutlined', 'scheduleExam'),
      page('类型字典', 'Type dictionary', '/wish/type', 'TagsOutlined', 'typeDict'),
    ],
  },
  {
    title: label('就业指南', 'Guidance'),
    icon: 'CompassOutlined',
    pages: [
      page('职业', 'Occupations', '/wish/occupation', 'ToolOutlined', 'occupation'),
      page('薪酬', 'Salaries', '/wish/salary', 'MoneyCollectOutlined', 'salary'),
      page('报考指南', 'Application guide', '/wish/guideInfo', 'CompassOutlined', 'guideInfo'),
      page('志愿表', 'Voluntary lists', '/wish/voluntaryList', 'UnorderedListOutlined', 'voluntaryList'),
      page('概率记录', 'Probability records', '/wish/probRecord', 'HistoryOutlined', 'probRecord'),
    ],
  },
  {
    title: label('用户', 'Users'),
    icon: 'UserOutlined',
    pages: [
      page('考生用户', 'Candidates', '/user/wishUser', 'UserOutlined', 'wishUser'),
      page('黑白名单', 'Black and white list', '/user/perm', 'SafetyOutlined', 'userPerm'),
      page('次数限制', 'Usage limits', '/user/limit', 'FieldNumberOutlined', 'userLimit'),
      page('用户权益', 'Entitlements', '/user/card', 'VerifiedOutlined', 'userCard'),
    ],
  },
  {
    title: label('卡券商品', 'Cards and goods'),
    icon: 'CreditCardOutlined',
    pages: [
      page('卡产品', 'Cards', '/card/card', 'CreditCardOutlined', 'card'),
      page('激活码规则', 'Code rules', '/card/rule', 'KeyOutlined', 'cardCodeRule'),
      page('激活码', 'Activation codes', '/card/code', 'BarcodeOutlined', 'cardCode'),
      page('采购订单', 'Code purchases', '/card/order', 'ShoppingCartOutlined', 'cardOrder'),
      page('商品', 'Goods', '/goods/goods', 'ShoppingOutlined', 'goods'),
      page('优惠券', 'Coupons', '/goods/coupon', 'GiftOutlined', 'coupon', 'userCoupon'),
    ],
  },
  {
    title: label('订单财务', 'Orders and finance'),
    icon: 'AccountBookOutlined',
    pages: [
      page('服务订单', 'Service orders', '/order/service', 'ContainerOutlined', 'serviceOrder'),
      page('渠道订单', 'Orders by channel', '/order/channel', 'PartitionOutlined', 'serviceOrder'),
      page('模考订单', 'Mock-exam orders', '/mock/order', 'ProfileOutlined', 'mockOrder'),
      page('留学订单', 'Abroad orders', '/abroad/order', 'GlobalOutlined', 'abroadOrder'),
      page('退款', 'Refunds', '/pay/refund', 'TransactionOutlined', 'refund'),
      page('结算', 'Settlements', '/wish/settle', 'ReconciliationOutlined', 'partnersSettle'),
      page('支付账户', 'Payment accounts', '/pay/account', 'WalletOutlined', 'payAccount'),
    ],
  },
  {
    title: label('合伙人渠道', 'Partners and channels'),
    icon: 'TeamOutlined',
    pages: [
      page('合伙人', 'Partners', '/wish/partners', 'TeamOutlined', 'partners'),
      page(
        '省份合伙人',
        'Province partners',
        '/base/provincePartners',
        'ClusterOutlined',
        'provincePartners',
      ),
      page('合伙人老师', 'Partner teachers', '/base/teacherPartners', 'ContactsOutlined', 'teacherPartners'),
      page('渠道', 'Channels', '/base/channel', 'BranchesOutlined', 'channel'),
      page('机构', 'Agencies', '/base/agent', 'ShopOutlined', 'agent'),
      {
        ...page('注册审核', 'Registration review', '/base/partnersApply', 'AuditOutlined', 'partnersApply'),
        permCodes: ['base:partnersapply:audit'],
      },
      feature('渠道统计', 'Channel statistics', '/stat/channel', 'FundOutlined', 'stat:admin', 'stat:sale'),
    ],
  },
  {
    title: label('销售CRM', 'Sales'),
    icon: 'CustomerServiceOutlined',
    pages: [
      {
        ...page('线索', 'Leads', '/mobile/lead', 'FunnelPlotOutlined', 'lead', 'leadFollow', 'leadAssignLog'),
        permCodes: ['crm:lead:call'],
      },
      page('公海', 'Public pool', '/mobile/pool', 'InboxOutlined', 'lead'),
      page('跟进统计', 'Follow-up statistics', '/mobile/stat', 'LineChartOutlined', 'lead'),
      page('通话记录', 'Calls', '/feige/call', 'PhoneOutlined', 'callRecord'),
      page('短信', 'Text messages', '/feige/sms', 'MessageOutlined', 'smsRecord', 'smsTemplate'),
      page('坐席', 'Seats', '/feige/account', 'CustomerServiceOutlined', 'feigeAccount'),
    ],
  },
  {
    title: label('模拟考', 'Mock exams'),
    icon: 'FormOutlined',
    pages: [
      page('考试', 'Exams', '/mock/exam', 'FormOutlined', 'mockExam'),
      page('科目', 'Subjects', '/mock/examInfo', 'HighlightOutlined', 'examInfo'),
      page('考区库', 'Areas', '/mock/area', 'EnvironmentOutlined', 'area'),
      page('考试考区', 'Exam areas', '/mock/examArea', 'PushpinOutlined', 'examArea'),
      page('考区机构', 'Area agencies', '/mock/areaAgent', 'ApartmentOutlined', 'areaAgent'),
      page('考试机构', 'Exam agencies', '/mock/examAgent', 'ShopOutlined', 'examAgent'),
      page('考生', 'Candidates', '/mock/student', 'IdcardOutlined', 'mockStudent'),
      page('规则', 'Rules', '/mock/rule', 'SlidersOutlined', 'mockRule'),
      page('考场', 'Rooms', '/mock/room', 'LayoutOutlined', 'mockRoom'),
      page('编排', 'Arrangement', '/mock/arrange', 'DeploymentUnitOutlined', 'arrange'),
      page('座位', 'Seats', '/mock/seat', 'TableOutlined', 'seat'),
      page('准考证', 'Tickets', '/mock/ticket', 'ScanOutlined', 'ticket'),
      page('打印模板', 'Print templates', '/mock/print', 'PrinterOutlined', 'print'),
      page('成绩', 'Scores', '/mock/score', 'EditOutlined', 'mockScore'),
      feature('成绩统计', 'Score statistics', '/mock/scoreStat', 'AreaChartOutlined', 'mock:scorestat:list'),
    ],
  },
  {
    title: label('在线考试', 'Online exams'),
    icon: 'LaptopOutlined',
    pages: [
      page('在线考试', 'Online exams', '/exam/exam', 'LaptopOutlined', 'onlineExam'),
      page('报考专业', 'Exam majors', '/exam/prof', 'BookOutlined', 'examProf'),
      page('考试科目', 'Exam subjects', '/exam/subject', 'FileTextOutlined', 'examSubject'),
      page('试题', 'Questions', '/exam/question', 'QuestionCircleOutlined', 'question'),
      page('考试报名', 'Applications', '/exam/apply', 'CarryOutOutlined', 'examApply'),
    ],
  },
  {
    title: label('课程直播', 'Courses and live'),
    icon: 'PlayCircleOutlined',
    pages: [
      page('课程', 'Courses', '/course/course', 'PlayCircleOutlined', 'course'),
      page('课时', 'Lessons', '/course/lessons', 'BarsOutlined', 'lesson'),
      page('上传', 'Uploads', '/course/upload', 'CloudUploadOutlined', 'courseUpload'),
      page('讲座', 'Lectures', '/wish/lecture', 'SoundOutlined', 'lecture'),
      page('直播间', 'Live rooms', '/wish/live', 'VideoCameraOutlined', 'live'),
      page('直播商品', 'Live goods', '/base/liveGoods', 'ShoppingOutlined', 'liveRoomGoods'),
    ],
  },
  {
    title: label('抖音', 'Douyin'),
    icon: 'TikTokOutlined',
    pages: [
      page('账号授权', 'Accounts', '/tiktok/account', 'UserSwitchOutlined', 'ttAccount'),
      page('课程商品', 'Course goods', '/tiktok/course', 'ProductOutlined', 'ttCourse'),
      page('视频挂载', 'Video mounts', '/tiktok/mount', 'LinkOutlined', 'ttMount'),
    ],
  },
  {
    title: label('内容', 'Content'),
    icon: 'FileTextOutlined',
    pages: [
      page('文章', 'Articles', '/base/article', 'FileTextOutlined', 'article'),
      page('公众号', 'Official accounts', '/base/official', 'WechatOutlined', 'officialAccounts'),
      page('爬虫', 'Crawlers', '/base/crawler', 'CloudDownloadOutlined', 'crawlerTask', 'crawlerResult'),
      page('轮播', 'Carousels', '/base/carousel', 'SwitcherOutlined', 'carousel'),
      page('海报', 'Posters', '/base/poster', 'PictureOutlined', 'poster'),
      page('前台菜单', 'App menu', '/base/appMenu', 'MenuOutlined', 'appMenu'),
      page('栏目', 'Columns', '/base/column', 'FolderOutlined', 'column'),
      page('站点', 'Sites', '/base/website', 'DesktopOutlined', 'website'),
    ],
  },
  {
    title: label('推送', 'Push'),
    icon: 'NotificationOutlined',
    pages: [
      page('应用', 'Apps', '/push/app', 'AppstoreAddOutlined', 'pushApp'),
      page('设备', 'Devices', '/push/device', 'MobileOutlined', 'pushDevice'),
      page('任务', 'Tasks', '/push/task', 'SendOutlined', 'pushTask', 'pushRecord'),
    ],
  },
  {
    title: label('留学', 'Study abroad'),
    icon: 'GlobalOutlined',
    pages: [
      page('方向', 'Directions', '/aboard/direction', 'AimOutlined', 'abroadDirection'),
      page('海外院校', 'Schools abroad', '/abroad/school', 'BankOutlined', 'abroadSchool'),
      page('项目', 'Programmes', '/abroad/item', 'ProjectOutlined', 'abroadItem'),
      page('国家', 'Countries', '/base/country', 'FlagOutlined', 'country'),
    ],
  },
  {
    title: label('系统', 'System'),
    icon: 'SettingOutlined',
    pages: [
      page('后台用户', 'Back-office users', '/sys/user', 'UsergroupAddOutlined', 'adminUser'),
      page('角色', 'Roles', '/sys/role', 'SafetyCertificateOutlined', 'role'),
      page('权限', 'Permissions', '/sys/perm', 'LockOutlined', 'perm'),
      page('用户渠道', 'User channels', '/sys/userChannel', 'NodeIndexOutlined', 'userChannel'),
      feature(
        '在线用户',
        'Online users',
        '/sys/online',
        'GlobalOutlined',
        'sys:online:list',
        'sys:online:kick',
      ),
      feature('登录限制', 'Login locks', '/sys/lock', 'UnlockOutlined', 'sys:lock:list', 'sys:lock:lift'),
      feature(
        '访问诊断',
        'Why can I not see this?',
        '/sys/access',
        'SecurityScanOutlined',
        'sys:access:explain',
      ),
      page('定时任务', 'Scheduled jobs', '/sys/job', 'ClockCircleOutlined', 'sysJob'),
      feature('任务日志', 'Job history', '/sys/log', 'FileSyncOutlined', 'sys:log'),
      page('短信发件箱', 'Sent text messages', '/sys/sms', 'MessageOutlined', 'smsMessage'),
      page('操作日志', 'Audit log', '/sys/audit', 'FileSearchOutlined', 'auditLog'),
      page('省份', 'Provinces', '/base/province', 'HeatMapOutlined', 'province'),
      page('地区', 'Regions', '/wish/region', 'GroupOutlined', 'region'),
      page('来源', 'Sources', '/base/source', 'ForkOutlined', 'source'),
      page('限制日期', 'Date limits', '/base/limitDate', 'FieldTimeOutlined', 'limitDate'),
      feature('参数', 'Parameters', '/sys/config', 'ControlOutlined', 'sys:config:list', 'sys:config:update'),
    ],
  },
];
