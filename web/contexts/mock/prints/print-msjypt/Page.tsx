import { TicketPage } from '../../print/TicketPages.tsx';

/** Tickets of 美术教育平台 (domain section 5). */
export default function Page() {
  return <TicketPage page="printMsjypt" />;
}
