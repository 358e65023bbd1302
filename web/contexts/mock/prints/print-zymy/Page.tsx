import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets of 中原美育 (domain section 5). */
export default function Page() {
  return <TicketPage page="printZymy" />;
}
