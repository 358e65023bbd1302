import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets of 指南针 (domain section 5). */
export default function Page() {
  return <TicketPage page="printZnz" />;
}
