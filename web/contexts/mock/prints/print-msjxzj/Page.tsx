import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets of 美术集训之家 (domain section 5). */
export default function Page() {
  return <TicketPage page="printMsjxzj" />;
}
