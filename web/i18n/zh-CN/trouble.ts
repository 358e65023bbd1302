/** Texts for unavailable services, failures, and possible loss of input. */
export const trouble = {
  connection: {
    offline: '网络已断开，恢复后会自动继续。',
    away: '连接不上服务器，正在重试，恢复后会自动继续。',
    busy: '服务器暂时不可用，正在等待恢复，恢复后会自动继续。',
  },
  version: {
    title: '系统已更新，请刷新页面。',
    unsaved: '系统已更新，请先保存手头的内容，再刷新页面。',
    reload: '刷新页面',
  },
  crash: {
    page: '页面出错了',
    pageText: '其他标签不受影响，可以重试；仍然出错请联系管理员。',
    part: '这部分内容出错了',
    partText: '其余内容不受影响，可以重试；仍然出错请联系管理员。',
    missing: '内容没有加载成功',
    missingText: '已填写的内容都还在，可以重试。',
    updatedText: '这部分内容要刷新页面后才能打开。',
  },
  forbidden: {
    title: '没有权限查看',
    text: '请联系管理员开通；开通后会自动显示。',
  },
  stale: {
    failed: '加载失败：{{message}}',
    since: '下面是 {{time}} 的数据，不是最新的。',
  },
  session: {
    expired: '登录已过期，请重新登录',
    left: '已在另一个标签页退出登录，请重新登录',
    text: '页面上的内容都还在，登录后会自动继续。',
    leave: '放弃未保存的内容并离开',
    newTab: '将在新标签页登录，完成后此页自动继续。',
    stranger: '这不是原来的账号',
    strangerText: '页面上未保存的内容属于“{{name}}”，不会以“{{other}}”的身份提交。',
    back: '换回“{{name}}”登录',
    goOn: '放弃这些内容，以“{{other}}”继续',
  },
  leave: {
    title: '放弃未保存的修改？',
    form: '关闭后，刚才填写的内容不会保留。',
    tab: '“{{title}}”有未保存的修改，关闭后不会保留。',
    refresh: '“{{title}}”有未保存的修改，刷新后不会保留。',
    tabs: '这些页面有未保存的修改，关闭后不会保留：{{titles}}',
    logout: '有未保存的修改，退出登录后不会保留。',
    discard: '放弃修改',
    stay: '继续编辑',
    comma: '、',
  },
  doubt: {
    waiting: '没有收到服务器的答复，不能确定是否已保存。恢复连接后会自动核对，请先不要关闭。',
    checking: '正在核对是否已保存…',
    unknown: '没能核对是否已保存，可以再核对一次，或到列表中查看。',
    unsaved: '已核对：刚才没有保存。填写的内容都还在，可以重新提交。',
    check: '核对',
  },
} as const;
