import type { PrintData } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { type PrintPageKey, shows } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { PrintPage } from './PrintPage.tsx';
import styles from './paper.module.css';
import { Ticket, TicketBack } from './Ticket.tsx';

/** The page of a ticket template: every candidate in its address. */
export function TicketPage({ page }: { readonly page: PrintPageKey }) {
  return (
    <PrintPage page={page} type="ticket" counts>
      {data => <TicketSheets of={data} />}
    </PrintPage>
  );
}

/** Tickets on sheets, as many per sheet as the template sets, and their backs. */
export function TicketSheets({ of: { pages, exam, template } }: { readonly of: PrintData }) {
  const papers = useRef<HTMLDivElement>(null);
  const sheets = Array.from({ length: Math.ceil(pages.length / template.perPage) }, (_, at) =>
    pages.slice(at * template.perPage, (at + 1) * template.perPage),
  );
  // Measured after the first render: only the browser's layout shows the space needed by long texts.
  useLayoutEffect(() => {
    if (papers.current) fitToPaper(papers.current, pages.length);
  }, [pages]);
  return (
    <div ref={papers}>
      {sheets.map(tickets => (
        <Fragment key={tickets[0]?.studentId}>
          <section className={`${styles.sheet} ${styles.whole}`}>
            <div>
              {tickets.map(one => (
                <Ticket key={one.studentId} of={one} exam={exam} template={template} />
              ))}
            </div>
          </section>
          {shows(template, 'backNotice') && (
            <section className={`${styles.sheet} ${styles.whole}`}>
              <div>
                <TicketBack exam={exam} template={template} />
              </div>
            </section>
          )}
        </Fragment>
      ))}
    </div>
  );
}

/**
 * Scales down content that is too high for its sheet, so that no ticket is cut off, however long its texts are. All
 * sheets are measured before any is changed, so that the browser lays them out once.
 */
function fitToPaper(papers: HTMLElement, tickets: number): void {
  if (tickets === 0) return;
  const tooHigh = [...papers.querySelectorAll<HTMLElement>(`.${styles.whole} > div`)].flatMap(inside => {
    const { paddingTop, paddingBottom } = getComputedStyle(inside.parentElement ?? inside);
    const room =
      (inside.parentElement?.clientHeight ?? 0) -
      Number.parseFloat(paddingTop) -
      Number.parseFloat(paddingBottom);
    const needed = inside.getBoundingClientRect().height;
    return needed > room ? [{ inside, scale: room / needed }] : [];
  });
  for (const { inside, scale } of tooHigh) inside.style.zoom = String(Math.floor(scale * 1000) / 1000);
}
