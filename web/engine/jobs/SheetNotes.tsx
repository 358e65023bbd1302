import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useJobDetail } from '../hooks/use-job-detail.ts';
import { usePhone } from '../use-media.ts';

interface SheetNotesProps {
  readonly job: JobRow;
  /** Checks again without the rows that the sheet hides, or with them; left out where that is not offered. */
  readonly onCheckAgain?: (skipHidden: boolean) => void;
}

const nothing = { hiddenRows: 0, hiddenSkipped: false, mergedRanges: 0 };

/** What an import found in its sheet that its person may not be aware of; nothing where there is nothing to tell. */
export function SheetNotes({ job, onCheckAgain }: SheetNotesProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  const detail = useJobDetail(job.id);
  const passedOver = detail?.columns?.passedOver ?? [];
  const { hiddenRows, hiddenSkipped, mergedRanges } = detail?.sheet ?? nothing;
  const checkAgain = onCheckAgain && (
    <Button size="small" onClick={() => onCheckAgain(!hiddenSkipped)}>
      {t(`import.hiddenRows.${hiddenSkipped ? 'take' : 'skip'}`)}
    </Button>
  );
  return (
    <>
      {passedOver.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.passedOver', { columns: passedOver.join(t('import.comma')) })}
        />
      )}
      {hiddenRows > 0 && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {t(`import.hiddenRows.${hiddenSkipped ? 'skipped' : 'taken'}`, { count: hiddenRows })}
              {phone && checkAgain && <div style={{ marginBlockStart: 8 }}>{checkAgain}</div>}
            </>
          }
          // Beside it a narrow screen would leave the sentence a word a line.
          action={!phone && checkAgain}
        />
      )}
      {mergedRanges > 0 && (
        <Alert type="info" showIcon title={t('import.mergedRanges', { count: mergedRanges })} />
      )}
    </>
  );
}
