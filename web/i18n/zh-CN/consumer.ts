/** What is given to candidates by hand. */
export const consumer = {
  gift: {
    to: '考生',
    card: '赠送权益',
    cardSubmit: '赠送',
    cardWhich: '卡产品',
    cardHint: '输入卡名称搜索',
    expire: '到期时间',
    expireHint: '留空为卡产品的到期时间',
    count: '使用次数',
    countHint: '留空为卡产品的次数',
    cardText: '权益立即生效，来源记为“赠送”。可在“权益”页签查看和收回。',
    cardDone: '已赠送给 {{name}}',
    coupon: '发放优惠券',
    couponSubmit: '发放',
    couponWhich: '优惠券',
    couponHint: '输入优惠券名称搜索',
    couponText: '按优惠券的有效期立即生效，占用一张发放量；超过每人限领的不再发放。',
    couponDone: '已发放给 {{name}}',
    choose: '请选择{{what}}',
  },
};
