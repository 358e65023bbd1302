import type { WebsiteSeed } from '../types.ts';

/**
 * Branding of the three websites (spec section 1, domain A11). Hosts end in `.local`, which no public name server
 * resolves, and the filing and phone numbers are marked as samples: operators enter the real ones on the websites page.
 */
export const websites: readonly WebsiteSeed[] = [
  {
    host: 'ykzyb.local',
    siteKey: 'ykzyb',
    title: '艺考志愿宝管理后台',
    shortTitle: '艺考志愿宝',
    footer: '© 艺考志愿宝 · 艺考备考与志愿填报服务',
    icpNo: '京ICP备00000001号-1(示例)',
    policeNo: '京公网安备11000000000001号(示例)',
    servicePhone: '400-000-0001',
  },
  {
    host: 'mszytb.local',
    siteKey: 'mszytb',
    title: '美术志愿填报管理后台',
    shortTitle: '美术志愿填报',
    footer: '© 美术志愿填报 · 美术与设计类考生志愿服务',
    icpNo: '京ICP备00000002号-1(示例)',
    policeNo: '京公网安备11000000000002号(示例)',
    servicePhone: '400-000-0002',
  },
  {
    host: 'ykzyzn.local',
    siteKey: 'ykzyzn',
    title: '艺考志愿指南管理后台',
    shortTitle: '艺考志愿指南',
    footer: '© 艺考志愿指南 · 艺术类报考指南与数据服务',
    icpNo: '京ICP备00000003号-1(示例)',
    policeNo: '京公网安备11000000000003号(示例)',
    servicePhone: '400-000-0003',
  },
];
