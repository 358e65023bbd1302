import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** Chapters about particular tasks: data, wishes, sales, partners, exams, the system. */
export const work: readonly Chapter[] = [
  {
    key: 'data',
    title: label('一个省份一年的数据', 'One province’s data for a year'),
    pages: [
      '/wish/admission',
      '/wish/segment',
      '/wish/score',
      '/wish/archive',
      '/wish/batch',
      '/wish/jointCategory',
      '/wish/provinceStat',
      '/wish/schoolStat',
      '/wish/exceptions',
    ],
    sections: [
      {
        title: label('按这个顺序做', 'In this order'),
        steps: [
          label(
            '统考类别、批次：点“从往年复制”，选省份和年份，改名的地方再改。',
            'Categories and batches: copy them from last year, then change what was renamed.',
          ),
          label(
            '省控线：直接导入考试院公布的表。标题行、合并的表头、表下说明都能识别。',
            'Score lines: import the published table as it is. Title rows, merged headings and notes below are recognised.',
          ),
          label(
            '一分一段：文化、专业、综合各有一个导入按钮。分数必须从高到低，累计人数要对得上，否则会指出是哪一行。',
            'Score distribution: culture, professional and composite each have a button. Scores must fall from row to row and the totals must add up; otherwise the row is named.',
          ),
          label(
            '招生录取数据：导入计划，再导入录取结果；特殊录取的文件选“特殊录取”。',
            'Admission data: import the plan, then the results; for exceptions choose that kind of import.',
          ),
          label(
            '投档线：保存后，对应专业的投档分和位次会一起更新；删除后也会收回。',
            'Filing cut-offs: saving one updates the programmes it is about; deleting it takes the score back.',
          ),
        ],
        picture: 'data',
      },
      {
        title: label('数据检查', 'Checks'),
        says: label(
          '点“数据检查”，分别查重复、缺漏和数值矛盾。点结果里的记录编号直接跳到那一行，改好后标为已处理。',
          'Data check looks for duplicates, gaps and contradictions. Click the row number in a finding to go there; mark it as settled once corrected.',
        ),
      },
      {
        title: label('预测位次', 'Predicted ranks'),
        says: label(
          '点“生成预测位次”，按省份和类别在后台计算，进度在任务中心。打开一行的详情，在“录取概率”里能看到结果是怎么来的。“回测”告诉您往年的预测有多准。',
          'Predict ranks calculates in the background, by province and category; see the progress in the job centre. The details of a row show how its probability was calculated; Back-test shows how accurate past predictions were.',
        ),
      },
    ],
  },
  {
    key: 'voluntary',
    title: label('志愿表', 'College preference lists'),
    pages: ['/wish/voluntaryList'],
    sections: [
      {
        title: label('做一张志愿表', 'Make a preference list'),
        steps: [
          label(
            '新增时选考生和批次，然后点“填报”。',
            'Add a list for a candidate and a batch, then open its editor.',
          ),
          label(
            '左边按条件找院校专业，每一条都有概率；点“添加”放到右边，同一院校可以再加几个专业。',
            'Find programmes on the left; each shows its probability. Add puts one on the right; a choice may have several majors.',
          ),
          label(
            '在右边拖动调整顺序，或选中后用方向键。冲、稳、保用颜色区分。',
            'Drag the choices on the right to reorder them, or use the arrow keys. Reach, match and safe have different colours.',
          ),
          label(
            '也可以点“一键生成”，按冲稳保的比例先排一份再改。',
            'Or press Generate list to draft one by the ratio of reach, match and safe, then adjust it.',
          ),
          label('提交审核；审核通过后点“打印”。', 'Submit it; once it is approved, print it.'),
        ],
        picture: 'voluntary',
      },
      {
        title: label('选科、兼报和校考', 'Subjects, categories, school exams'),
        says: label(
          '在考生资料里填再选科目，选科不符的专业就不再列出；没填的会标“选科要求未核对”。兼报的类别和校考成绩各是一行，在考生详情里添加或导入。“成绩与位次”按类别显示综合分、同分考生占有的位次和同分比较顺序。',
          'Enter the re-selected subjects of a candidate, and programmes that do not fit are listed no longer; without them a mark says that they were not checked. Further categories and school exams are rows of their own, added in the details of the candidate or imported. Scores and ranks has the composite score, the ranks of equal scores and their order, by category.',
        ),
      },
      {
        title: label('历年线', 'Lines of the years'),
        says: label(
          '概率旁边的“历年线”是往年公布的最低和最高一条线。计划少的专业线波动大：线从 55 位到 75 位，同一名考生的概率可能差三成，请连同区间一起看。',
          'Beside a chance are the lowest and the highest line published in earlier years. With few places a line moves much: between rank 55 and 75 the chance of the same candidate may differ by a third. Read it together with the range.',
        ),
      },
    ],
  },
  {
    key: 'orders',
    title: label('订单、退款和结算', 'Orders, refunds, settlements'),
    pages: ['/order/service', '/pay/refund', '/wish/settle', '/card/card', '/goods/goods', '/goods/coupon'],
    sections: [
      {
        title: label('代客下单', 'Place an order'),
        says: label(
          '选考生和商品，能用的优惠券会列出来，应付金额当场算好。付款成功后权益自动到账，不用再操作。',
          'Choose the candidate and the goods; usable coupons are listed and the amount due is calculated at once. Once paid, the entitlement is granted automatically.',
        ),
        picture: 'orders',
      },
      {
        title: label('退款', 'Refunds'),
        says: label(
          '在订单里点“申请退款”，会告诉您已经用掉多少、建议退多少。金额较大的要另一个人审核，申请人不能审自己的。',
          'Press Refund in an order: it shows how much has been used and suggests how much to refund. Larger amounts have to be reviewed by a second person; nobody can approve their own request.',
        ),
      },
      {
        title: label('和合伙人结算', 'Settle with partners'),
        says: label(
          '生成结算单 → 核对明细 → 提交 → 由另一人确认 → 登记打款并上传打款凭证。每笔佣金只结一次；结算后又退款的，下一期扣回。',
          'Generate the settlement, check its lines, submit it, have somebody else confirm it, then record the payment with its voucher. Each order is settled once; a later refund is deducted from the next settlement.',
        ),
      },
    ],
  },
  {
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
  },
  {
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
  },
  {
    key: 'articles',
    title: label('文章和公众号', 'Articles and official accounts'),
    pages: ['/base/article', '/base/official', '/base/officialArticle', '/base/column'],
    sections: [
      {
        title: label('从链接到发布', 'From a link to its readers'),
        steps: [
          label(
            '在文章页点“粘贴公众号链接”，读取后点“填入表单”，选好栏目再保存。没取回的图片会在后台再试，仍失败的列在文章详情里。',
            'On the page of articles press Paste a link, then Fill in the form; choose the column and save. Pictures that are not here are tried again; those that fail are listed in the details.',
          ),
          label(
            '点“预览”查看三个站点在手机和电脑上的样子。链接 10 分钟内有效，可发给同事看。',
            'Press Preview to see the article on the three sites, on a phone and wide. The link works for ten minutes and can be sent to a colleague.',
          ),
          label(
            '点“提交审核”。有发布权限的人提交后直接通过；其他人等待审核，被驳回的改好后再提交。',
            'Press Submit. It is approved at once if you may publish; otherwise it waits for its review, and a rejected one can be corrected and submitted again.',
          ),
          label(
            '点“上架”。发布时间晚于现在的显示“定时”，到时自动公开；已过的立即公开。',
            'Press Put online. With a later publishing time it is shown as scheduled and goes public automatically; with an earlier one it is public at once.',
          ),
        ],
      },
      {
        title: label('改错和找回', 'Correcting and restoring'),
        says: label(
          '已通过的文章由没有发布权限的人修改后回到草稿，须重新审核。详情的“版本”里可以查看每个版本的全文、与当前内容的差别，并恢复。',
          'An approved article that is changed by somebody who may not publish becomes a draft again. Under Versions in the details each version can be read whole, compared with the current text and restored.',
        ),
      },
      {
        title: label('公众号入库', 'Importing from an account'),
        says: label(
          '填好 AppID 和 AppSecret 后点“同步”，新文章出现在“公众号文章”里，选中后点“入库”成为文章草稿。打开“自动采集”的公众号每天早上自动完成这两步。',
          'With AppID and AppSecret press Synchronise; new articles come to Articles of official accounts, where Import makes drafts of them. For accounts that are automatic both happen every morning.',
        ),
      },
    ],
  },
  {
    key: 'codes',
    title: label('激活码', 'Activation codes'),
    pages: ['/card/rule', '/card/code', '/card/order'],
    sections: [
      {
        title: label('生成一批激活码', 'Make a batch of codes'),
        steps: [
          label(
            '在“激活码规则”点“新增”，依次选卡、数量、归属和有效期。',
            'Under “Code rules”, add one: card, quantity, owner and expiry, step by step.',
          ),
          label(
            '最后一步用一句话说明将生成什么，核对后再点“生成激活码”。',
            'The last step says in one sentence what will be made. Read it before you go on.',
          ),
          label(
            '生成在后台进行，可以关闭窗口；完成后可查看或导出。',
            'The codes are made in the background; you can close the window. Then see or export them.',
          ),
        ],
      },
      {
        title: label('考生报来一个激活码', 'Somebody has a code'),
        says: label(
          '在“激活码”点“查码”，输入激活码或序列号，大小写和空格都不影响。在详情里可以替考生激活。',
          'Under “Activation codes”, press “Find a code” and enter the code or its serial number; blanks and small letters do not matter. Activate it for the candidate in its details.',
        ),
      },
      {
        title: label('一次处理很多激活码', 'Handle many codes at once'),
        says: label(
          '点“批量操作”，按勾选、按规则或按序列号段选择，先看清一共多少个、分别是什么状态、归谁，再发放、调整归属、修改有效期或作废。',
          'Press “Batch actions” and choose by selection, by rule or by serial numbers. It shows how many codes there are, their states and owners, before you issue them, change their owner or expiry, or void them.',
        ),
      },
      {
        title: label('采购和退码', 'Buying and returning codes'),
        says: label(
          '合伙人在“激活码采购订单”里扫码付款，到账后立即生成并发放。没有激活的可以申请退款，按个数退，退款完成后这些激活码作废。',
          'Partners buy codes under “Code purchases” by scanning a payment code; the codes are made and issued at once. Codes that are not activated can be returned for a refund and are voided once it is complete.',
        ),
      },
    ],
  },
  {
    key: 'reach',
    title: label('打电话和发短信', 'Calls and texts'),
    pages: ['/feige/call', '/feige/sms', '/feige/template', '/feige/block', '/feige/account'],
    sections: [
      {
        title: label('打电话', 'Calling'),
        steps: [
          label(
            '在线索、考生列表中点“打电话”，先接起自己的话机；右下角显示进行到哪里，谈完就在那里记一笔、约下次时间。',
            'Press Call in the list of leads or candidates and pick up your own phone; the corner shows the state of the call, and takes your note and the next appointment.',
          ),
          label(
            '通话自动记入线索的跟进；第一次接通后线索变为“跟进中”。录音在跟进和“通话记录”中播放，线索转给同事后只有同事能听。',
            'Calls are listed among the follow-ups of a lead; the first one that is connected makes it “Following”. Recordings are played there and under Calls; once a lead moves to a colleague, only the colleague hears them.',
          ),
        ],
      },
      {
        title: label('发短信', 'Texts'),
        steps: [
          label(
            '在“短信模板”中添加模板，提交后由另一个人审核，或点“查询平台审核”。修改过的模板要重新审核。',
            'Add a template under Text templates and submit it; another person approves it, or ask the vendor. A template that was changed is reviewed again.',
          ),
          label(
            '勾选线索点“发短信”，或在“短信”页填号码、上传名单。“检查与计费”先显示人数、条数、费用和不发送的人，确认后才发送。',
            'Choose leads and press Send a text, or give numbers or a list under Texts. Check and price shows people, parts, price and those who get none; only then is it sent.',
          ),
          label(
            '缺变量时一条也不发；24 小时内同一内容不会发给同一个人两次；营销短信夜间不发，回复 R 的人不再收到。',
            'A missing variable stops the whole text; nobody gets the same one twice within 24 hours; marketing waits for the morning, and people who reply R get no more.',
          ),
        ],
      },
    ],
  },
  {
    key: 'leads',
    title: label('跟进线索', 'Following leads'),
    pages: ['/mobile/lead', '/mobile/pool', '/mobile/transfer', '/mobile/stat'],
    sections: [
      {
        title: label('每天的顺序', 'Every day'),
        steps: [
          label(
            '首页先列出逾期和今天要跟进的线索，点姓名就打开它；线索列表也把到时间的排在前面。',
            'The home page begins with follow-ups that are overdue or due today; a name opens its lead. The list of leads has the due ones first, too.',
          ),
          label(
            '点“打电话”，或复制号码发微信；在同一页写下说了什么、意向如何、下次什么时候联系，点“记录跟进”。',
            'Press Call, or copy the number to write; note on the same page what was said, how keen they are and when to speak again, and save the follow-up.',
          ),
          label(
            '公海里的线索，点行内的“领取”就归您跟进；下方写着还能领取几条。',
            'Claim leads in the rows of the public pool; it says below how many more you may hold.',
          ),
          label(
            '太久没有跟进的线索会自动回到公海。',
            'Leads that have not been followed up for too long go back to the pool automatically.',
          ),
        ],
        picture: 'leads',
      },
      {
        title: label('分配', 'Assigning'),
        says: label(
          '主管勾选线索点“分配”：平均分、全部给一个人、或按各人手上的余量分。分配前能看到每个人现在有多少。',
          'A sales manager selects leads and presses Batch assign: evenly, all to one, or by capacity. Everybody’s current load is shown first.',
        ),
      },
    ],
  },
  {
    key: 'display',
    title: label('轮播图、前台菜单和海报', 'Carousels, app menus and posters'),
    pages: ['/base/carousel', '/base/appMenu', '/base/poster'],
    sections: [
      {
        title: label('排序与预览', 'Order and preview'),
        says: label(
          '在轮播图或前台菜单点“排序与预览”，拖动手柄，或选中手柄后按上下方向键，右边是手机上的样子。可以选站点、省份和时间来看。保存后前台几秒内更新；若别人刚改过，会提示再排一次。',
          'Press “Order and preview” in carousels or app menus. Drag a handle, or focus it and press the up and down keys; a phone beside it shows the page for a site, a province and a time. The apps follow within seconds. If somebody else has just changed the list, you are asked to order it again.',
        ),
      },
      {
        title: label('轮播图为什么没有展示', 'Why a picture is not shown'),
        says: label(
          '看状态、开始和结束时间、站点和省份。“跳转状态”为“跳转目标已删除”或“未上架”的，前台也不展示，换一个跳转目标即可。',
          'Look at its state, its times, its sites and its provinces. One whose target was deleted or is not published is not shown either; give it another target.',
        ),
      },
      {
        title: label('做一张海报', 'Make a poster'),
        steps: [
          label(
            '点“新增”，填名称、类型，上传背景图（建议 1080 × 1920 像素）。',
            'Add one: name, kind and a background, best of 1080 × 1920 pixels.',
          ),
          label(
            '点“设计”，拖动二维码和文字，或选中后按方向键移动 1 像素（按住 Shift 为 10 像素），右边可填准确的数字。',
            'Press Design. Drag the QR code and the texts, or select one and press the arrow keys: 1 pixel, with Shift 10. Exact numbers are beside it.',
          ),
          label(
            '文字超出框会提示，图片里以省略号结尾；字体里没有的字会指出来，换一个写法才能保存。',
            'You are told when a text is longer than its box; the picture ends it with an ellipsis. Characters that the font lacks are named and must be replaced.',
          ),
          label(
            '点“取图”，选渠道，生成后下载。扫码的人和订单计入该渠道。',
            'Press Get picture, choose a channel, and download it. Scans and orders count for that channel.',
          ),
        ],
      },
    ],
  },
  {
    key: 'partners',
    title: label('合伙人、渠道和机构', 'Partners, channels, agencies'),
    pages: [
      '/wish/partners',
      '/base/channel',
      '/base/agent',
      '/base/provincePartners',
      '/base/teacherPartners',
    ],
    sections: [
      {
        title: label('谁能看到什么', 'Who sees what'),
        says: label(
          '合伙人只看到自己和下级的数据，机构只看到自己的考生。这由账号绑定的合伙人或机构决定，列表、导出、导入都一样。',
          'A partner sees its own data and that of those beneath, an agency its own candidates. The account’s partner or agency decides it, in lists, exports and imports alike.',
        ),
        picture: 'partners',
      },
      {
        title: label('渠道链接', 'Links of channels'),
        says: label(
          '在渠道的“操作”里点“推广链接”，可以复制网址或下载二维码。从这里来的考生和订单都会算到这个渠道。',
          'Link in a channel gives its address and QR code. Candidates and orders that come by it count for the channel.',
        ),
      },
    ],
  },
  {
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
  },
  {
    key: 'crawler',
    title: label('从网站收集文章', 'Collecting articles from sites'),
    pages: ['/base/crawler', '/base/crawlerResult'],
    sections: [
      {
        title: label('新建一个任务', 'A new task'),
        steps: [
          label(
            '填列表页网址和列表选择器；网址是订阅源（RSS、Atom）时选择器留空。',
            'Give the address of the list and a selector of its items; of a feed leave the selectors blank.',
          ),
          label(
            '点“试一试”：系统试抓前三条，列出标题、日期、正文字数和首图，哪个选择器没找到内容会直接说明。',
            'Press Try it: the first three items are read, with title, date, length and picture. A selector that finds nothing is named.',
          ),
          label(
            '保存后点“运行”，或填 cron 表达式定时运行。运行中可随时停止，已收录的保留。',
            'Save and run it, or give a cron text. A run can be stopped at any time; what was read stays.',
          ),
        ],
      },
      {
        title: label('选择器失效了', 'When a selector breaks'),
        says: label(
          '网站改版后，列表里会出现“已失效”，并写明原因，任务的创建人会收到短信。编辑任务，改好选择器，再试一试，保存后重新运行。连续失败三次的任务会自动停用。',
          'When a site changes, the list shows Broken with the reason, and the maker of the task gets a text. Edit the task, mend the selector, try it, save and run it again. Three failures in a row switch a task off.',
        ),
      },
      {
        title: label('处理结果', 'Working through the results'),
        says: label(
          '在“爬虫结果”中勾选，批量入库为文章草稿，或忽略；忽略的可以放回。入库后图片会自动取回本站。删除的网页下次运行会再次收录，不要的请忽略。',
          'Select results and import them as drafts of articles, or ignore them; ignored ones can be taken back. Pictures are brought in after the import. A deleted page comes again with the next run; ignore what you do not want.',
        ),
      },
    ],
  },
  {
    key: 'push',
    title: label('推送消息', 'Pushes'),
    pages: ['/push/app', '/push/device', '/push/task', '/push/record'],
    sections: [
      {
        title: label('发一次推送', 'Sending a push'),
        steps: [
          label(
            '新建任务：填标题和内容，选应用和人群。表单下方随时显示预计推送多少台设备。',
            'Add a task: title, text, apps and audience. Below the form you see how many devices it reaches.',
          ),
          label(
            '点“构建”生成名单。名单为空会失败并说明原因，改好条件再构建。',
            'Press Build to make the list. An empty list fails and says so; change the conditions and build again.',
          ),
          label(
            '点“分发”开始推送，或填“定时发送”让它到时间自动开始。每台设备只会收到一次。',
            'Press Send, or give a time at which it begins by itself. Each device gets it once.',
          ),
          label(
            '分发中可以暂停，之后点“继续分发”，只推送还没有发的设备；取消后不能恢复。',
            'It can be paused and goes on later with the devices that are left. Cancelling cannot be undone.',
          ),
        ],
      },
      {
        title: label('分发失败了', 'When sending fails'),
        says: label(
          '任务会写明原因，例如应用的密钥不对。改好应用后点“继续分发”。微信和抖音的消息在途中中断时按失败计，不会重发。',
          'The task says why, such as a wrong key of the app. Mend the app and press Go on. Messages of WeChat and Douyin that are lost on their way count as failed and are not repeated.',
        ),
      },
    ],
  },
  {
    key: 'tiktok',
    title: label('抖音账号和视频挂载', 'Douyin accounts and mounts'),
    pages: ['/tiktok/account', '/tiktok/course', '/tiktok/mount'],
    sections: [
      {
        title: label('授权账号', 'Authorising an account'),
        says: label(
          '点“授权账号”，在新窗口登录抖音并同意，关闭窗口后列表里就有该账号。授权快到期时系统会自动续期；续不了的会显示已过期，重新授权即可。',
          'Press Authorise an account, log in at Douyin in the new window and agree. The account is in the list once you close it. Authorisations are renewed automatically; one that cannot be renewed is shown as expired: authorise it again.',
        ),
      },
      {
        title: label('把页面挂到视频上', 'Mounting a page on a video'),
        says: label(
          '新建挂载，填锚点文案和页面路径，右侧是手机上的样子。提交后等平台审核，驳回时会写明原因，修改后重新提交。解绑账号前会列出受影响的挂载。',
          'Add a mount with its anchor text and page; you see it as on a phone. Submit it and wait for the review. A rejection says why: change it and submit again. Before an account is unbound, the mounts that end with it are listed.',
        ),
      },
    ],
  },
  {
    key: 'system',
    title: label('账号、角色和任务', 'Accounts, roles, jobs'),
    pages: [
      '/sys/user',
      '/sys/role',
      '/sys/perm',
      '/sys/job',
      '/sys/log',
      '/sys/audit',
      '/sys/config',
      '/sys/notice',
      '/sys/message',
    ],
    sections: [
      {
        title: label('给同事开账号', 'An account for a colleague'),
        steps: [
          label(
            '新增用户，选角色；合伙人或机构的账号还要选所属的合伙人或机构。',
            'Add a user and choose roles; for a partner’s or an agency’s account choose that, too.',
          ),
          label('对方第一次登录时必须改密码。', 'They set a password of their own when they first log in.'),
          label('您只能给出自己也有的权限。', 'You can only grant permissions that you have yourself.'),
        ],
        picture: 'system',
      },
      {
        title: label('消息和通知', 'Messages and notices'),
        steps: [
          label(
            '右上角的铃铛显示未读消息数；点一条消息会打开相关页面，并标为已读。',
            'The bell at the top right has the number of unread messages. Pressing a message opens its page and marks it as read.',
          ),
          label(
            '在“个人中心 / 通知”里，每个人选择自己以哪些方式收到哪些通知。',
            'Under Personal centre, Notices, everybody chooses which notices to receive, and how.',
          ),
          label(
            '在“系统 / 通知规则”里，管理员决定每个事件用站内消息、短信还是推送告知。没有内置短信的事件，要先选一个审核通过的短信模板。',
            'Under System, Notice rules, an administrator decides how each event is announced: in the back-office, by text message or by push. An event without a built-in text needs an approved template.',
          ),
        ],
      },
      {
        title: label('“我为什么看不到？”', '“Why can’t I see it?”'),
        says: label(
          '在用户的“操作”里点“诊断”，选页面或记录，系统会说出是哪个角色、哪条数据范围在起作用。',
          'Press Explain in a user’s row and choose a page or a row: it shows which role and which data scope decide.',
        ),
      },
    ],
  },
];
