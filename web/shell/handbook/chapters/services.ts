import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter “Courses, lectures and live rooms”. */
export const courses: Chapter = {
  key: 'courses',
  title: label('课程、讲座和直播', 'Courses, lectures and live rooms'),
  pages: [
    ...['/course/course', '/course/lessons', '/course/upload'],
    ...['/wish/lecture', '/wish/lectureApply', '/wish/live', '/base/liveGoods'],
  ],
  sections: [
    {
      title: label('从空课程到上架', 'From an empty course to going online'),
      steps: [
        label(
          '在“课程视频”上传 mp4 或 rmvb，最大 2 GB。断网、刷新或隔天，再次选择同一文件即从中断处继续。',
          'Upload mp4 or rmvb files under Course videos, 2 GB at most. After a lost line, a reload or a night, choose the same file again to go on.',
        ),
        label(
          '新增课程，点“课时”：添加课时并选择视频，拖动或用方向键排序、分章。',
          'Add the course and press Lessons: add lessons with their videos, then put them in order and in chapters by dragging or with the arrow keys.',
        ),
        label(
          '提交审核；审核通过后上架。收费课程同时成为商品，价格随课程。',
          'Submit it; once approved, put it online. A paid course also becomes goods at the price of the course.',
        ),
      ],
    },
    {
      title: label('谁能看', 'Who may watch'),
      says: label(
        '已支付该课程订单的考生可看全部课时；试看课时和免费课程人人可看。画面上有观看者的水印，视频密钥只发给本次登录。',
        'A candidate with a paid order watches all lessons; trial lessons and free courses are open to everybody. The picture carries the name of the viewer, and the key of a video is given to the session alone.',
      ),
    },
    {
      title: label('讲座报名和签到', 'Lectures: registering and checking in'),
      says: label(
        '名额先到先得，未支付的订单关闭后名额退回。讲座当天用“扫码签到”扫描报名二维码。',
        'Places go to those who come first; an order that is not paid in time gives its place back. On the day, scan the QR codes under Check in by code.',
      ),
    },
    {
      title: label('直播台', 'The control room'),
      says: label(
        '开播后在直播台取推流地址、看时长和成交、讲解商品；同一时间只有一件在讲解。12 小时后自动下播，每场数据单独保留。',
        'Once live, the control room has the push address, the timer, the deals and the goods, of which one is presented at a time. A room stops by itself after 12 hours; each session keeps its figures.',
      ),
    },
  ],
};

/** The chapter “Importing the questions of a paper”. */
export const papers: Chapter = {
  key: 'papers',
  title: label('导入试卷试题', 'Importing the questions of a paper'),
  pages: ['/exam/question'],
  sections: [
    {
      title: label('从试卷到题库', 'From a paper to the bank of questions'),
      steps: [
        label(
          '点“试卷导入”，粘贴文字或上传 .docx；图片、公式和自动编号一并读入。',
          'Press Import a paper, and paste the text or upload a .docx; pictures, formulas and automatic numbers are read, too.',
        ),
        label(
          '逐题核对：“请核对”列出原因，看过后点“已核对”；“不能保存”须先修改或选择不导入。',
          'Go through the questions. Please check lists its reasons: press Checked when you have looked. One that cannot be saved has to be corrected or left out.',
        ),
        label(
          '左侧“没有读懂”的行不会并入任何题：选择它属于上面的内容、是新的一题、是标题，或不导入。全部处理完才能保存。',
          'A line that is unclear joins no question: choose whether it belongs to the part above, begins a question, is a heading, or is left out. Saving waits until all are decided.',
        ),
      ],
    },
    {
      title: label('读得懂的写法', 'Ways of writing that are read'),
      says: label(
        '题号 1. 1、 1） （1） ① 第1题；选项 A. A、 A） （A），一行一个、一行几个或跟在题干后；答案写在题下（答案：、【答案】、参考答案）、题干括号内（ B ）（√），或卷末的 1-5 ABCDA、1.A 2.B、1~5：ABCDA 和表格；解析、难度、分值（每题2分、每空1分、2分×10）；判断题用 √ ×、对错、正确错误、T F。',
        'Numbers as 1. 1、 1） （1） ① 第1题; options as A. A、 A） （A）, one or several a line or behind the stem; keys below the question (答案：, 【答案】, 参考答案), in its brackets as （ B ） or （√）, or at the end as 1-5 ABCDA, 1.A 2.B, 1~5：ABCDA or a table; explanations, difficulty and marks (每题2分, 每空1分, 2分×10); statements with √ ×, 对 错, 正确 错误 or T F.',
      ),
    },
    {
      title: label('会提醒的地方', 'What you are asked about'),
      says: label(
        '选项字母缺少、重复或写法不一，题号重复或跳号，卷末答案比试题多或少，同一题有两个答案或两段解析，标题的题数或分值对不上。卷首说明、页码等标为“不导入”的行可在左侧看到。',
        'Letters of options that are missing, repeated or written in two ways; numbers that are repeated or left out; more or fewer keys at the end than questions; two keys or explanations of one question; a heading whose number of questions or marks does not fit. Lines that are left out, such as notes and page numbers, are shown on the left.',
      ),
    },
  ],
};

/** The chapter “Study abroad: from the first talk to the closed file”. */
export const abroad: Chapter = {
  key: 'abroad',
  title: label('留学：从咨询到结案', 'Study abroad: from the first talk to the closed file'),
  pages: ['/abroad/order', '/abroad/item', '/abroad/school', '/aboard/direction', '/base/country'],
  sections: [
    {
      title: label('公开页面和咨询', 'The public page and its consultations'),
      says: label(
        '上架的项目和启用的院校、方向、国家展示在公开页面 /yklxfw，任何人都能看。访客凭短信验证码提交咨询，成为来源为“留学”的线索，想了解的内容在线索的跟进记录里。',
        'Programmes on sale and enabled schools, directions and countries are on the public page /yklxfw. A visitor asks for advice with a text code and becomes a lead with the source “留学”; the request is among the follow-ups of the lead.',
      ),
    },
    {
      title: label('办理一张订单', 'Taking an order through'),
      steps: [
        label(
          '点“新建留学订单”，填姓名和手机，或选考生，再选项目。同一手机号的考生或线索会自动关联。',
          'Press New abroad order, enter a name and mobile number or choose a candidate, then choose the programme. A candidate or lead with that number is linked automatically.',
        ),
        label(
          '请客户扫码支付；财务可登记线下收款。到期未付的订单自动关闭，再来的款项会退回。',
          'Have the customer scan the code; finance can record other payments. An unpaid order is closed in time, and money that comes later goes back.',
        ),
        label(
          '每办完一步点“进入下一阶段”：咨询、签约、材料、递交、录取、结案。签约之后须先付款；退回须写原因。',
          'Press Next stage after each: consulting, signed, materials, submitted, admitted, closed. What follows the signing needs the money; going back needs its reason.',
        ),
        label(
          '退款由一人申请、另一人审核；材料已开始的须两人先后审核。',
          'One person applies for a refund and another approves it; once the materials are begun, two people approve.',
        ),
      ],
    },
  ],
};

/** The chapter “Running a mock exam”. */
export const mockExams: Chapter = {
  key: 'mock',
  title: label('组织模拟考', 'Running a mock exam'),
  pages: [
    '/mock/exam',
    '/mock/student',
    '/mock/room',
    '/mock/arrange',
    '/mock/seat',
    '/mock/ticket',
    '/mock/score',
    '/mock/print',
    '/mock/scoreStat',
  ],
  sections: [
    {
      title: label('从建考试到发成绩', 'From the draft to the marks'),
      steps: [
        label(
          '建考试，设置科目、考区、考区里的机构和费用，然后开放报名。',
          'Make the exam with its sessions, areas, agencies and fees, and open registration.',
        ),
        label(
          '机构导入自己的考生；照片打成一个 zip，用身份证号命名。身份证号会校验，重复的会指出。',
          'Agencies import their candidates; photos come as a zip named by ID number. ID numbers are checked, and duplicates are pointed out.',
        ),
        label(
          '报名截止后生成准考证号，批量建考场，再编排座位。座位不够时会告诉您还差几个。',
          'Once registration is closed, assign the ticket numbers, add the rooms and arrange the seats. If there are too few seats, you are told how many are missing.',
        ),
        label(
          '在座位图上拖动两个人可以互换；确认后锁定，打印桌贴和准考证。',
          'On the seat map drag one candidate onto another to swap them; lock the arrangement, then print.',
        ),
        label(
          '成绩可以在表格里逐格录入（方向键移动，支持从表格粘贴），也可以一科一列导入。',
          'Enter marks in the grid by keyboard, paste them, or import a sheet with a column per subject.',
        ),
        label(
          '发布前会列出还缺哪些成绩；发布后自动排名，“撤回”可以收回。',
          'Before publishing you see which marks are missing; publishing calculates the ranks, and Withdraw marks takes them back.',
        ),
      ],
      picture: 'mock',
    },
  ],
};
