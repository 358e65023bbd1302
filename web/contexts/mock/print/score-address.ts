import type { PrintLook } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { pageAddress } from '../../../engine/link/page-address.ts';

/** The address in the QR code of a ticket, which shows its marks; `origin` is the product's public address. */
export function scoreAddress(
  { scoreUrl }: Pick<PrintLook, 'scoreUrl'>,
  of: { readonly examId: number; readonly studentId: number; readonly ticketNo: string },
  origin: string,
): string {
  if (scoreUrl !== null && URL.canParse(scoreUrl)) {
    const address = new URL(scoreUrl);
    address.searchParams.set('ticketNo', of.ticketNo);
    return address.href;
  }
  const { examId, studentId } = of;
  return new URL(pageAddress('/scoreAnalyse', { examId, studentId }), origin).href;
}
