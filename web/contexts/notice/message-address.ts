import { registry } from '@yikao/model/contexts/datasets.ts';
import type { OwnMessage } from '@yikao/model/contexts/notice/notice.calls.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { listAddress, type PageAddress, pageAddress } from '../../engine/link/page-address.ts';

type Open = (row: number | undefined) => PageAddress;

/** The page that a message of each event opens; events without one never reach the page. */
const opens: { readonly [E in NoticeEventCode]?: Open } = {
  leadAssigned: row => listAddress(registry.lead, row === undefined ? { leadStatus: 1 } : { row }),
  orderPaid: row => listAddress(registry.serviceOrder, { row }),
  abroadPaid: row => listAddress(registry.abroadOrder, { row }),
  codesPaid: row => listAddress(registry.cardOrder, { row }),
  refundDecided: row => listAddress(registry.refund, { row }),
  settlementToConfirm: row => listAddress(registry.partnersSettle, { row }),
  marksPublished: row => listAddress(registry.mockScore, { examId: row }),
  marksWithdrawn: row => listAddress(registry.mockScore, { examId: row }),
  pushEnded: row => listAddress(registry.pushTask, { row }),
  textBudgetLow: () => listAddress(registry.smsRecord),
  crawlerTrouble: row => listAddress(registry.crawlerTask, { row }),
  jobEnded: () => pageAddress('/sys/log'),
};

/** The address of the page that a message opens. */
export function messageAddress({
  event,
  rowId,
}: Pick<OwnMessage, 'event' | 'rowId'>): PageAddress | undefined {
  return opens[event]?.(rowId ?? undefined);
}
