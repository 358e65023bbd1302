import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter “Orders, refunds, settlements”. */
export const orders: Chapter = {
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
};

/** The chapter “Activation codes”. */
export const codes: Chapter = {
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
};

/** The chapter “Calls and texts”. */
export const reach: Chapter = {
  key: 'reach',
  title: label('打电话和发短信', 'Calls and texts'),
  pages: ['/feige/call', '/feige/sms', '/feige/template', '/feige/block', '/feige/account'],
  sections: [
    {
      title: label('打电话', 'Calling'),
      steps: [
        label(
          '在线索、考生列表中点“打电话”，先接起自己的话机；右下角显示进行到哪里，谈完就在那里写下内容、约下次时间。',
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
          '在“短信模板”中添加模板，提交后由另一个人审核，或点“查询审核结果”。修改过的模板要重新审核。',
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
};

/** The chapter “Following leads”. */
export const leads: Chapter = {
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
    {
      title: label('合并重复的线索', 'Merging doubled leads'),
      steps: [
        label(
          '同一个人有几条线索（家长和孩子各留了号码、两个年度、录了两遍）时，勾选 2 到 5 条，点“合并线索”。',
          'If one person has several leads (a parent’s and a child’s number, two years, typed twice), select 2 to 5 of them and press Merge leads.',
        ),
        label(
          '选哪一条留下，内容不同的字段选保留哪个值；另外几条的号码存为“其他手机”，之后按任一号码付款、来电都算在这条线索上。',
          'Choose the lead that stays and, where values differ, the one to keep. The numbers of the others become Other mobiles: orders and calls with any of them count for this lead.',
        ),
        label(
          '合错了，30 天内在留下的线索的“跟进”里点“撤销合并”；合并之后的跟进留在这条线索上。不同合伙人的线索不能合并。',
          'If it was a mistake, press Undo the merge among the follow-ups of the lead that stayed, within 30 days; what was done since stays with that lead. Leads of different partners cannot be merged.',
        ),
      ],
    },
  ],
};

/** The chapter “Partners, channels, agencies”. */
export const partners: Chapter = {
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
};
