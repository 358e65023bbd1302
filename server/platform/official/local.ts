import { type OfficialGateway, type OfficialItem, type OfficialList, officialPageSize } from './types.ts';

/** Articles of the simulated account, from the newest on; the last one is a draft. */
const texts = [
  ['published', '2026年美术与设计类统考时间公布', '素描、色彩、速写三科安排在同一天，考生请提前打印准考证。'],
  ['published', '艺术类综合分怎么算？三步看懂', '文化分与专业分按比例折算，各省比例不同，先看本省公式。'],
  ['published', '志愿填报前必须核对的五件事', '招生章程、选考科目、语种、体检限制和学费，一项都不能漏。'],
  ['published', '校考院校报名入口汇总', '报名系统陆续开放，注意各校的照片要求和缴费截止时间。'],
  ['draft', '统考成绩查询指南（待发布）', '成绩公布当天访问量大，可错峰查询。'],
] as const;

/** Time of the newest one; the others are a day apart. */
const newest = Date.UTC(2026, 10, 24, 1, 0, 0);

function itemsOf(list: OfficialList): OfficialItem[] {
  return texts.flatMap(([kind, title, sentence], place) =>
    kind === list
      ? [
          {
            sourceNo: `local-${place}#0`,
            title,
            author: '编辑部',
            summary: sentence,
            content: `<section><p>${sentence}</p><p><strong>提示：</strong>以省教育考试院公告为准。</p></section>`,
            url: list === 'published' ? `https://mp.weixin.qq.com/s/local-${place}` : '',
            cover: '',
            time: new Date(newest - place * 86_400_000),
          },
        ]
      : [],
  );
}

/** A simulated account for trying out the product without the vendor; whatever the credentials, it has five articles. */
export function createLocalOfficial(): OfficialGateway {
  return {
    local: true,
    async read(_, list, offset) {
      const items = itemsOf(list);
      const page = items.slice(offset, offset + officialPageSize);
      return { total: items.length, messages: page.length, items: page };
    },
  };
}
