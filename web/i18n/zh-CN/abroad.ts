/** Study abroad: orders of programmes. */
export const abroad = {
  stages: '服务进度',
  stageChange: '{{from}} → {{to}}',
  order: {
    new: '新建留学订单',
    title: '新建留学订单',
    whom: '客户',
    person: '按姓名和手机',
    candidate: '已有考生',
    candidateHint: '输入手机号或姓名',
    name: '姓名',
    mobile: '手机',
    mobileHint: '同一手机号的考生或线索会自动关联，渠道和合伙人随之带出',
    item: '留学项目',
    itemHint: '选择在售项目',
    place: '提交订单',
    placeAndPay: '提交并收款',
    incomplete: '请填写客户，并选择留学项目',
    placed: '订单 {{orderNo}} 已提交',
    placedPaid: '订单 {{orderNo}} 已完成收款',
  },
} as const;
