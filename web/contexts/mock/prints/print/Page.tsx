import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets on the page that any exam may use (domain section 5). */
export default function Page() {
  return <TicketPage page="print" />;
}
