/** Words and pictures of the made-up pages, the same in each run. */

const sentences = [
  '各位考生，本年度美术与设计类专业招生考试即将开始，请认真阅读以下内容。',
  '报名时间为 12 月 1 日 9:00 至 12 月 10 日 17:00，逾期不再受理。',
  '考试科目为素描、色彩和速写三科，满分 300 分，每科 100 分。',
  '考生凭身份证和准考证入场，迟到 15 分钟以上不得进入考场。',
  '合格线由学校招生工作领导小组确定，结果在官网公布。',
  '文化课成绩须达到所在省份艺术类本科控制分数线的 75%。',
  '色彩考试限用水粉或水彩颜料，画纸由考点提供，规格为八开。',
  '录取按综合分从高到低择优录取，综合分相同时比较专业成绩。',
];

const headings = [
  '报考须知',
  '考试安排',
  '录取规则',
  '联系方式',
  '往年真题',
  '校园风光',
  '专业介绍',
  '常见问题',
];

/** The sentence with a number; they repeat. */
export const sentence = (n: number): string => sentences[n % sentences.length] as string;

/** The heading with a number; they repeat. */
export const heading = (n: number): string => headings[n % headings.length] as string;

/** The site that the pictures of the made-up pages are on; tests answer for it. */
export const pictureSite = 'https://pictures.example';

/** The address of a picture, which names its size. */
export const picture = (n: number, width = 640, height = 360): string =>
  `${pictureSite}/${width}x${height}/${n}.jpg`;

/** A drawing in place of the picture at an address: its size, and a colour and a line by its number. */
export function drawnPicture(address: string): string {
  const [, width = '100', height = '100', n = '0'] = /\/(\d+)x(\d+)\/(\d+)\./.exec(address) ?? [];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${(Number(n) * 67) % 360} 60% 60%)"/>` +
    `<path d="M0 0 L${width} ${height}" stroke="#fff" stroke-width="6"/></svg>`
  );
}
