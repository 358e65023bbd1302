/** Words that every area uses. */
export const common = {
  productName: '艺考',
  confirm: '确定',
  cancel: '取消',
  close: '关闭',
  back: '返回',
  home: '首页',
  goHome: '回到首页',
  retry: '重试',
  refresh: '刷新',
  copy: '复制',
  loading: '加载中',
  empty: '–',
  yes: '是',
  no: '否',
} as const;
