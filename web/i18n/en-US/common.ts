import type { Translation } from '../translation.ts';
import type { common as chinese } from '../zh-CN/common.ts';

/** Words that every area uses. */
export const common = {
  productName: 'Yikao',
  confirm: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  home: 'Home',
  goHome: 'Go home',
  retry: 'Try again',
  refresh: 'Refresh',
  copy: 'Copy',
  loading: 'Loading',
  empty: '–',
  yes: 'Yes',
  no: 'No',
} as const satisfies Translation<typeof chinese>;
