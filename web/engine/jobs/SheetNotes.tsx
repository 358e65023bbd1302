import { noSheetFindings } from '@yikao/model/calls/import-columns.ts';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { grouped } from '../grouped.ts';
import type { ImportChoices } from '../import/use-import-controller.ts';
import { usePhone } from '../use-media.ts';
import { UnreadNotes } from './UnreadNotes.tsx';
import { useJobDetail } from './use-job-detail.ts';

interface SheetNotesProps {
  readonly job: JobRow;
  /** Checks again with or without such rows; omit it if that is not possible. */
  readonly onCheckAgain?: (change: Partial<Pick<ImportChoices, 'skipHidden' | 'skipBeside'>>) => void;
  /** Imports a file that was held back because of warnings; omit it if that is not possible. */
  readonly onConfirm?: () => void;
}

/** Findings about the sheet that the person may not expect; renders nothing without any. */
export function SheetNotes({ job, onCheckAgain, onConfirm }: SheetNotesProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const detail = useJobDetail(job.id);
  const passedOver = detail?.columns?.passedOver ?? [];
  const sheet = { ...noSheetFindings, ...detail?.sheet };
  const { hiddenRows, hiddenSkipped, mergedRanges, besideRows, besideSkipped } = sheet;
  const { cutCells, headRows, groups, defaulted, warnings } = sheet;
  const merged = mergedRanges - sheet.filled.reduce((sum, { ranges }) => sum + ranges, 0);
  const unwritten = !job.dryRun && job.status !== 'success' && job.done === 0;
  const ends = (['dayEnds', 'midnightEnds'] as const).filter(key => sheet[key] > 0);
  const told = [
    { key: 'hiddenRows', count: hiddenRows, skipped: hiddenSkipped, change: { skipHidden: !hiddenSkipped } },
    { key: 'besideRows', count: besideRows, skipped: besideSkipped, change: { skipBeside: !besideSkipped } },
  ] as const;
  return (
    <>
      {warnings.map((warning, index) => {
        const confirm = unwritten && onConfirm && (
          <Button size="small" onClick={onConfirm}>
            {t('import.confirmed')}
          </Button>
        );
        return (
          <Alert
            key={warning.zh}
            type="warning"
            showIcon
            title={
              <>
                {warning[language]}
                {index === 0 && confirm && <div style={{ marginBlockStart: 8 }}>{confirm}</div>}
              </>
            }
          />
        );
      })}
      {groups.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.groups.rows', {
            rows: groups
              .map(({ label, column, rows }) =>
                t('import.groups.each', { label, column, rows: grouped(rows) }),
              )
              .join(t('import.comma')),
          })}
        />
      )}
      {headRows > 0 && <Alert type="info" showIcon title={t('import.headRows', { count: headRows })} />}
      {defaulted.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('import.defaulted', {
            fields: defaulted
              .map(({ column, value, rows }) =>
                t('import.defaultedEach', { column, value, rows: grouped(rows) }),
              )
              .join(t('import.comma')),
          })}
        />
      )}
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
      {cutCells > 0 && <Alert type="info" showIcon title={t('import.cutCells', { count: cutCells })} />}
      {ends.map(key => (
        <Alert key={key} type="info" showIcon title={t(`import.${key}`, { count: sheet[key] })} />
      ))}
      <UnreadNotes filled={sheet.filled} unread={sheet.unread} floating={sheet.floating} />
      {sheet.coveredCells > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.coveredCells', {
            count: sheet.coveredCells,
            cells: `${sheet.coveredPlaces.join(t('import.comma'))}${sheet.coveredCells > sheet.coveredPlaces.length ? '…' : ''}`,
          })}
        />
      )}
      {sheet.rounded.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.rounded', { columns: sheet.rounded.join(t('import.comma')) })}
        />
      )}
      {sheet.unknownFormats.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('import.unknownFormats', { columns: sheet.unknownFormats.join(t('import.comma')) })}
        />
      )}
      {merged > 0 && <Alert type="info" showIcon title={t('import.mergedRanges', { count: merged })} />}
    </>
  );
}
