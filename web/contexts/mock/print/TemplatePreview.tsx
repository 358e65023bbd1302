import type { PrintLook, PrintPageKey } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { useDeferredValue } from 'react';
import { FieldServicesProvider } from '../../../engine/field-services.tsx';
import { GuideSheets } from './GuidePages.tsx';
import { Paper } from './PrintPage.tsx';
import { RoomSheets } from './RoomPages.tsx';
import { sampleOf } from './sample.ts';
import styles from './TemplatePreview.module.css';
import { TicketSheets } from './TicketPages.tsx';

/** The page of a template with made-up data, smaller than the paper (domain section 10, `/mock/print`). */
export function TemplatePreview({ look, title }: { readonly look: PrintLook; readonly title: string }) {
  // Typing does not wait for the paper.
  const shown = useDeferredValue(look);
  // The key of a look is that of a page; see `usualLooks`.
  const data = sampleOf(shown.templateKey as PrintPageKey, shown);
  return (
    <FieldServicesProvider>
      <section className={styles.preview} aria-label={title}>
        <Paper data={data}>
          {shown.templateKey === 'printMkzn' ? (
            <GuideSheets of={data} />
          ) : shown.templateKey.startsWith('roomSeat') ? (
            <RoomSheets of={data} wanted={['seatMap']} />
          ) : (
            <TicketSheets key={JSON.stringify(shown)} of={data} />
          )}
        </Paper>
      </section>
    </FieldServicesProvider>
  );
}
