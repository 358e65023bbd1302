import { messages as answers } from '@yikao/model/messages.ts';

/**
 * Toasts that the browser words itself (spec section 8): of a lost connection, and of answers without a message. Those of
 * answers are in `model/messages.ts` and `model/errors.ts`.
 */
export const messages = {
  deleted: answers.deleted.zh,
  added: answers.added.zh,
  modified: answers.modified.zh,
  copied: '复制成功',
  importFailed: '导入失败',
  copyFailed: '复制失败',
  loginFailed: '登录失败',
  dataError: '数据错误',
  languageFailed: '语言没有切换成功，请稍后重试',
  offline: '网络连接失败，请检查网络后重试',
  away: '连接不上服务器，请稍后重试',
  unanswered: '没有收到服务器的答复，不能确定是否已生效，请核对后再重试',
  unreadable: '服务器返回的内容无法识别，请稍后重试',
  http: {
    status400: '请求错误',
    status401: '登录已过期，请重新登录',
    status403: '拒绝访问',
    status404: '请求地址出错',
    status408: '请求超时',
    status413: '文件或内容过大',
    status429: '操作过于频繁，请稍后再试',
    status500: '服务器内部错误',
    status501: '服务未实现',
    status502: '网关错误',
    status503: '服务不可用',
    status504: '网关超时',
    status505: 'HTTP版本不受支持',
    status507: '服务器存储空间不足，请稍后再试',
    other: '请求失败（{{status}}）',
  },
} as const;
