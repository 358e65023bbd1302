import type { Label } from './kernel/label.ts';

/** Success messages of calls; the browser shows them as toasts (spec section 8). */
export const messages = {
  ok: { zh: '操作成功', en: 'Operation successful' },
  added: { zh: '新增成功', en: 'Added successfully' },
  versionRestored: { zh: '已恢复到所选版本', en: 'The version was restored' },
  modified: { zh: '修改成功', en: 'Modified successfully' },
  deleted: { zh: '删除成功', en: 'Deleted successfully' },
  restored: { zh: '恢复成功', en: 'Restored successfully' },
  uploaded: { zh: '上传成功', en: 'Upload successful' },
  syncStarted: { zh: '已开始同步', en: 'The synchronisation has started' },
  jobStarted: { zh: '任务已开始', en: 'The job has started' },
} as const satisfies Record<string, Label>;

/** Key of {@link messages}. */
export type MessageKey = keyof typeof messages;
