/** Accounts, courses and mounts of Douyin. */
export const tiktok = {
  authorise: '授权账号',
  refresh: '续期',
  refreshed: '授权已续期',
  over: '已过期',
  leftDays: '剩 {{days}} 天 {{hours}} 小时',
  leftHours: '剩 {{hours}} 小时 {{minutes}} 分',
  hangs: '解绑后，{{count}} 个挂载会一并结束',
  hangsNothing: '该账号没有进行中的挂载',
  more: '还有 {{count}} 个',
  progress: '进度',
  preview: '手机预览',
  anchorEmpty: '锚点文案',
  videoEmpty: '视频标题',
  views: '观看',
  clicks: '点击',
  deals: '成交',
} as const;
