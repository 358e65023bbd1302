import { examModeIn } from '../data/provinces.ts';
import { Sequence } from './sequence.ts';

/**
 * Goods and customers of the demo house (domain 7.3). Every person is invented, and the mobile numbers are placeholders
 * not to be dialled: China reserves no range for examples.
 */

const hunan = 430_000;

/** A card of the demo data (domain G1). Amounts are decimal text. */
export interface DemoCard {
  readonly cardName: string;
  readonly cardType: 1 | 2 | 3 | 9;
  readonly price: string;
  readonly linePrice: string;
  readonly countLimit: number;
  readonly validDays: number;
  readonly codePrefix: string;
  readonly saleFlag: 0 | 1;
  readonly formalFlag: 0 | 1;
}

/** Cards of the present data year (domain 7.3), and one that is only for trying. */
export const demoCards: readonly DemoCard[] = [
  {
    cardName: '报考指南卡',
    cardType: 1,
    price: '99.00',
    linePrice: '199.00',
    countLimit: 30,
    validDays: 0,
    codePrefix: 'ZN',
    saleFlag: 1,
    formalFlag: 1,
  },
  {
    cardName: '录取概率卡',
    cardType: 2,
    price: '199.00',
    linePrice: '299.00',
    countLimit: 30,
    validDays: 0,
    codePrefix: 'GL',
    saleFlag: 1,
    formalFlag: 1,
  },
  {
    cardName: '志愿表卡',
    cardType: 3,
    price: '398.00',
    linePrice: '598.00',
    countLimit: 5,
    validDays: 0,
    codePrefix: 'ZY',
    saleFlag: 1,
    formalFlag: 1,
  },
  {
    cardName: '录取概率体验卡',
    cardType: 2,
    price: '0.00',
    linePrice: '19.00',
    countLimit: 3,
    validDays: 7,
    codePrefix: 'TY',
    saleFlag: 0,
    formalFlag: 0,
  },
];

/** Goods of the demo data (domain G5). */
export interface DemoGoods {
  readonly goodsName: string;
  readonly goodsType: 1 | 2 | 3 | 4 | 5;
  /** A {@link DemoCard.cardName}. */
  readonly cardName: string | null;
  readonly price: string;
  readonly linePrice: string | null;
  /** Pieces before anything was sold; -1: no limit. */
  readonly stock: number;
  readonly perLimit: number;
  readonly provinceIds: readonly number[];
  /** True if only the demo partner sells them; otherwise everyone. */
  readonly ofPartner: boolean;
  readonly upStatus: 0 | 1;
  /** Relative frequency of purchases. */
  readonly weight: number;
}

const forAll = { stock: -1, perLimit: 0, provinceIds: [], ofPartner: false, upStatus: 1 } as const;

/** The goods of the demo house, including one that was delisted. */
export const demoGoods: readonly DemoGoods[] = [
  {
    ...forAll,
    goodsName: '艺考报考指南(全国版)',
    goodsType: 1,
    cardName: '报考指南卡',
    price: '99.00',
    linePrice: '199.00',
    weight: 5,
  },
  {
    ...forAll,
    goodsName: '录取概率测评30次',
    goodsType: 2,
    cardName: '录取概率卡',
    price: '199.00',
    linePrice: '299.00',
    weight: 7,
  },
  {
    ...forAll,
    goodsName: '智能志愿表',
    goodsType: 3,
    cardName: '志愿表卡',
    price: '398.00',
    linePrice: '598.00',
    perLimit: 1,
    weight: 4,
  },
  {
    ...forAll,
    goodsName: '志愿表+专家一对一解读',
    goodsType: 3,
    cardName: '志愿表卡',
    price: '1280.00',
    linePrice: '1680.00',
    stock: 60,
    perLimit: 1,
    weight: 2,
  },
  {
    ...forAll,
    goodsName: '湖南考生专享概率卡',
    goodsType: 2,
    cardName: '录取概率卡',
    price: '159.00',
    linePrice: '199.00',
    stock: 100,
    provinceIds: [hunan],
    ofPartner: true,
    weight: 3,
  },
  {
    ...forAll,
    goodsName: '美术统考素描冲刺课',
    goodsType: 4,
    cardName: null,
    price: '299.00',
    linePrice: null,
    stock: 40,
    perLimit: 1,
    weight: 2,
  },
  {
    ...forAll,
    goodsName: '家长公开课：看懂艺考志愿',
    goodsType: 5,
    cardName: null,
    price: '9.90',
    linePrice: null,
    weight: 2,
  },
  {
    ...forAll,
    goodsName: '早鸟报考指南(已下架)',
    goodsType: 1,
    cardName: '报考指南卡',
    price: '69.00',
    linePrice: '99.00',
    stock: 20,
    upStatus: 0,
    weight: 0,
  },
];

/** A coupon of the demo data (domain G6). */
export interface DemoCoupon {
  readonly couponName: string;
  readonly couponType: 1 | 2 | 3;
  readonly amount: string | null;
  readonly discount: string | null;
  readonly maxAmount: string | null;
  readonly threshold: string | null;
  /** Names of {@link demoGoods}; empty for all of them. */
  readonly goods: readonly string[];
  readonly cardTypes: readonly number[] | null;
  readonly totalNum: number;
  /** Days of validity after the grant; null until the end of the data year. */
  readonly validDays: number | null;
  /** Code of a demo channel; null for all. */
  readonly channel: string | null;
}

const anywhere = { goods: [], cardTypes: null, validDays: null, channel: null } as const;

/** The coupons of the demo house. */
export const demoCoupons: readonly DemoCoupon[] = [
  {
    ...anywhere,
    couponName: '新人立减10元',
    couponType: 3,
    amount: '10.00',
    discount: null,
    maxAmount: null,
    threshold: null,
    totalNum: 500,
    validDays: 30,
  },
  {
    ...anywhere,
    couponName: '满300减50',
    couponType: 1,
    amount: '50.00',
    discount: null,
    maxAmount: null,
    threshold: '300.00',
    totalNum: 200,
  },
  {
    ...anywhere,
    couponName: '志愿表八折券',
    couponType: 2,
    amount: null,
    discount: '0.80',
    maxAmount: '200.00',
    threshold: null,
    cardTypes: [3],
    totalNum: 100,
  },
  {
    ...anywhere,
    couponName: '画室合作专享20元',
    couponType: 3,
    amount: '20.00',
    discount: null,
    maxAmount: null,
    threshold: null,
    goods: ['录取概率测评30次', '湖南考生专享概率卡'],
    totalNum: 60,
    channel: 'HNHS',
  },
];

/** A consumer of the demo data (domain E1), as far as it needs nothing from the database. */
export interface DemoConsumer {
  readonly userName: string;
  readonly nickName: string;
  readonly mobile: string;
  readonly gender: 1 | 2;
  readonly provinceId: number;
  readonly cityId: number;
  readonly aos: 1 | 2 | 3 | 4 | 5;
  readonly highSchool: string;
  readonly cultureScore: string;
  readonly profScore: string;
  readonly englishScore: string;
  readonly chineseScore: string;
  readonly mathScore: string;
  /** Codes of `subject`; null where the profile lacks them. */
  readonly subjects: readonly number[] | null;
  /** Code of a demo channel; null for organic traffic. */
  readonly channel: string | null;
  readonly sourceCode: string;
  /** Name of a demo agency; null for none. */
  readonly ofAgency: boolean;
  /** Name of the consumer's account manager; null for none. */
  readonly saleUserName: string | null;
  readonly visitNum: number;
}

/** Homes of the demo consumers: province, capital, and number. */
const homes = [
  [hunan, 430_100, 16, '长沙市第一中学'],
  [370_000, 370_100, 5, '济南市历城第二中学'],
  [410_000, 410_100, 5, '郑州市第九中学'],
  [440_000, 440_100, 4, '广州市第六中学'],
  [320_000, 320_100, 4, '南京市第十三中学'],
  [510_000, 510_100, 3, '成都市石室中学'],
  [330_000, 330_100, 3, '杭州市第十四中学'],
] as const;

const surnames = '陈李王张刘杨黄周吴徐孙胡朱高林何郭马罗谢';
const givenNames = [
  '思远',
  '雨桐',
  '子涵',
  '梓萱',
  '浩然',
  '诗涵',
  '宇轩',
  '欣怡',
  '俊杰',
  '可欣',
  '一鸣',
  '若曦',
  '天佑',
  '佳琪',
  '睿哲',
  '梦瑶',
  '嘉豪',
  '语嫣',
  '明轩',
  '芷若',
];
const nickNames = [
  '画画的小熊',
  '钢琴手',
  '跳舞的云',
  '想去央美',
  '追光的人',
  '播音小白',
  '国美加油',
  '墨香',
];

/** Usual combinations: three electives of 3+3, two re-selected subjects of 3+1+2; some profiles lack them. */
const electives = {
  three: [[1, 2, 3], [4, 5, 6], null, [3, 5, 6], [2, 3, 6]],
  two: [[2, 3], [4, 6], [3, 6], null, [2, 6]],
} as const;

/** The demo consumers of a data year: the same every time. */
export function demoConsumers(year: number): DemoConsumer[] {
  const random = new Sequence(year * 7);
  return homes
    .flatMap(([provinceId, cityId, count, highSchool]) =>
      Array.from({ length: count }, () => ({ provinceId, cityId, highSchool })),
    )
    .map((home, index): DemoConsumer => {
      const local = home.provinceId === hunan;
      const mode = examModeIn(home.provinceId, year);
      const first = random.chance(0.6);
      const ofAgency = local && index % 5 === 0;
      const points = (low: number, high: number) => `${random.between(low, high)}.00`;
      return {
        ...home,
        userName: `${surnames[(index * 7) % surnames.length]}${givenNames[(index * 3 + Math.floor(index / 20)) % givenNames.length]}`,
        nickName: nickNames[index % nickNames.length] ?? '',
        mobile: `1640000${String(1_001 + index)}`,
        gender: index % 2 === 0 ? 1 : 2,
        aos: mode === 1 ? 3 : mode === 2 ? (first ? 4 : 5) : first ? 1 : 2,
        cultureScore: points(320, 560),
        profScore: points(205, 282),
        englishScore: points(60, 132),
        chineseScore: points(78, 126),
        mathScore: `${58 + ((index * 17) % 68)}.00`,
        subjects: mode === 3 ? null : (electives[mode === 1 ? 'three' : 'two'][index % 5] ?? null),
        channel: local ? (ofAgency ? 'HNHS' : (random.pick(['HNZD', 'HNTF', 'HNHS']) ?? null)) : null,
        sourceCode: random.pick(['wechat', 'wechat', 'douyin', 'app', 'h5', 'offline', 'phone']) ?? 'wechat',
        ofAgency,
        saleUserName: [null, 'sale01', 'sale02', 'sale01'][index % 4] ?? null,
        visitNum: random.between(1, 60),
      };
    });
}
