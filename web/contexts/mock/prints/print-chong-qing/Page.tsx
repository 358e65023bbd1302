import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets as Chongqing has them (domain section 5). */
export default function Page() {
  return <TicketPage page="printChongQing" />;
}
