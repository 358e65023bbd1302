import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportChoices } from '../hooks/use-import-controller.ts';
import { useJobDetail } from '../hooks/use-job-detail.ts';
import { usePhone } from '../use-media.ts';

interface SheetNotesProps {
  readonly job: JobRow;
  /** Checks again without such rows, or with them; left out where that is not offered. */
  readonly onCheckAgain?: (change: Partial<Pick<ImportChoices, 'skipHidden' | 'skipBeside'>>) => void;
}

const nothing = {
  hiddenRows: 0,
  hiddenSkipped: false,
  mergedRanges: 0,
  besideRows: 0,
  besideSkipped: false,
};

/** Findings of an import in its sheet that its person may not be aware of; nothing where there is nothing to tell. */
export function SheetNotes({ job, onCheckAgain }: SheetNotesProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  const detail = useJobDetail(job.id);
  const passedOver = detail?.columns?.passedOver ?? [];
  const { hiddenRows, hiddenSkipped, mergedRanges, besideRows, besideSkipped } = detail?.sheet ?? nothing;
  const told = [
    { key: 'hiddenRows', count: hiddenRows, skipped: hiddenSkipped, change: { skipHidden: !hiddenSkipped } },
    { key: 'besideRows', count: besideRows, skipped: besideSkipped, change: { skipBeside: !besideSkipped } },
  ] as const;
  return (
    <>
      {passedOver.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.passedOver', { columns: passedOver.join(t('import.comma')) })}
        />
      )}
      {told.map(({ key, count, skipped, change }) => {
        if (count === 0) return null;
        const checkAgain = onCheckAgain && (
          <Button size="small" onClick={() => onCheckAgain(change)}>
            {t(`import.${key}.${skipped ? 'take' : 'skip'}`)}
          </Button>
        );
        return (
          <Alert
            key={key}
            type="info"
            showIcon
            title={
              <>
                {t(`import.${key}.${skipped ? 'skipped' : 'taken'}`, { count })}
                {phone && checkAgain && <div style={{ marginBlockStart: 8 }}>{checkAgain}</div>}
              </>
            }
            // Beside it a narrow screen would leave the sentence a word a line.
            action={!phone && checkAgain}
          />
        );
      })}
      {mergedRanges > 0 && (
        <Alert type="info" showIcon title={t('import.mergedRanges', { count: mergedRanges })} />
      )}
    </>
  );
}
