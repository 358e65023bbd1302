import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter about the public pages: where each part of them comes from. */
export const publicPages: Chapter = {
  key: 'public',
  title: label('公开页面：内容从哪里来', 'The public pages: where their content comes from'),
  pages: ['/base/website', '/base/column'],
  sections: [
    {
      title: label('改了什么，访客多久看到', 'How soon visitors see a change'),
      says: label(
        '/website、/ykzyb、/mszytb、/ykzyzn、/yklxfw、/appIndex 和 /news 任何人都能打开，内容就是后台的数据。保存后约一秒，所有站点都会更新；设了时间的，到时自动出现或消失，不用再操作。',
        'Anybody may open /website, /ykzyb, /mszytb, /ykzyzn, /yklxfw, /appIndex and /news; they show the rows of the back-office. About a second after you save, every site shows the change; anything with a set time appears and disappears by itself.',
      ),
    },
    {
      title: label('每一块内容在哪里改', 'Where to change each part'),
      steps: [
        label(
          '名称、Logo、客服电话、备案号、二维码：内容 → 站点。按访问的域名显示；不认识的域名显示参数“未知域名使用的站点”。',
          'Name, logo, phone, filing numbers and QR code: Content → Sites, by the host. An unknown host shows the site of a parameter.',
        ),
        label(
          '价格：卡券商品 → 商品。只显示上架、在售时间内、没有指定合伙人和渠道、数据年份未过的商品；售罄会标出。',
          'Prices: Cards and goods → Goods. Only goods that are on sale, within their sale times, without a partner or channels and of a data year that is not over are shown; sold-out ones are marked.',
        ),
        label(
          '文章：审核通过、已上架、到了发布时间、适用于该站点，并且栏目和它的上级栏目都启用。',
          'Articles: approved, online, past their publishing time, meant for the site, and in a column that is enabled along with the columns above it.',
        ),
        label(
          '省控线：美术与设计类，各省最近一个有分数线的年份。日程：考试日程里未来 30 天、已启用的。指南：已发布的章节，“免费试读”的可以直接读。',
          'Lines: fine art and design, the newest year of each province. Dates: the enabled ones of the next 30 days. Guide: published chapters; free ones can be read.',
        ),
        label(
          '开通省份：系统 → 省份里启用的，按大区排列。合作伙伴：合伙人里“是否展示”为是的，有 Logo 显示 Logo。',
          'Provinces: the enabled ones, by region. Partners: those marked as Shown, with their logo if they have one.',
        ),
        label(
          '首页轮播：内容 → 轮播图，位置选“首页”。App 下载页：前台菜单里端为 H5 的；下载地址和版本说明在系统 → 参数。',
          'Carousel: position Home. The page of the app: the menu of H5; addresses and version notes are parameters.',
        ),
      ],
    },
    {
      title: label('扫码进来的人算谁的', 'Whose visitor is it'),
      says: label(
        '渠道的链接和二维码带着渠道编码，浏览器会记 30 天，以最近一次为准。访客之后提交的咨询会带上该渠道，线索归渠道的合伙人；访问次数在渠道列表的“公开页访问”一列（默认隐藏）。',
        'Links and QR codes of channels carry the code, which the browser keeps for 30 days; the newest wins. A consultation keeps the channel, and its lead belongs to the channel’s partner. Visits are a column of the list of channels, hidden at first.',
      ),
    },
  ],
};
