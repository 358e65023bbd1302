import { registry } from '@yikao/model/contexts/datasets.ts';
import type { OwnMessage } from '@yikao/model/contexts/notice/notice.calls.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { listAddress, type PageAddress, pageAddress } from '../../engine/link/page-address.ts';

/** The occasions of a bundled message: their reader, and the times of the first and the last, if they were several. */
interface Occasions {
  readonly reader: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

type Open = (row: number | undefined, occasions: Occasions) => PageAddress;

/** The page that a message of each event opens; events without one never reach the page. */
const opens: { readonly [E in NoticeEventCode]?: Open } = {
  followDue: (row, { reader, to }) =>
    listAddress(
      registry.lead,
      row === undefined ? { leadStatus: [1, 2, 3], saleUserId: reader, nextFollowTimeEnd: to } : { row },
    ),
  leadAssigned: (row, { reader, from, to }) =>
    listAddress(
      registry.lead,
      row === undefined ? { saleUserId: reader, assignTimeStart: from, assignTimeEnd: to } : { row },
    ),
  orderPaid: row => listAddress(registry.serviceOrder, { row }),
  abroadPaid: row => listAddress(registry.abroadOrder, { row }),
  codesPaid: row => listAddress(registry.cardOrder, { row }),
  refundDecided: row => listAddress(registry.refund, { row }),
  settlementToConfirm: row => listAddress(registry.partnersSettle, { row }),
  resultsOutdated: row => listAddress(registry.onlineExam, { row }),
  marksOutdated: row => listAddress(registry.mockExam, { row }),
  marksPublished: row => listAddress(registry.mockScore, { examId: row }),
  marksWithdrawn: row => listAddress(registry.mockScore, { examId: row }),
  pushEnded: row => listAddress(registry.pushTask, { row }),
  textBudgetLow: () => listAddress(registry.smsRecord),
  crawlerTrouble: row => listAddress(registry.crawlerTask, { row }),
  jobEnded: () => pageAddress('/sys/log'),
};

/** The address of the page that a message opens for its reader: the row, or the rows of its occasions. */
export function messageAddress(
  { event, rowId, details: { from, to } }: Pick<OwnMessage, 'event' | 'rowId' | 'details'>,
  reader: number,
): PageAddress | undefined {
  const time = (value: typeof from) => (typeof value === 'string' ? value : undefined);
  return opens[event]?.(rowId ?? undefined, { reader, from: time(from), to: time(to) });
}
