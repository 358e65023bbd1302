import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets as Hunan has them (domain section 5). */
export default function Page() {
  return <TicketPage page="printHn" />;
}
