import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets as Henan has them, the second form (domain section 5). */
export default function Page() {
  return <TicketPage page="printHenan2" />;
}
