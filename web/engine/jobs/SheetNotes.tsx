import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useJobDetail } from '../hooks/use-job-detail.ts';

/** What an import found in its sheet that its person may not be aware of; nothing where there is nothing to tell. */
export function SheetNotes({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const sheet = useJobDetail(job.id)?.sheet;
  if (!sheet) return null;
  const notes = [
    sheet.hiddenRows > 0 && t('import.hiddenRows', { count: sheet.hiddenRows }),
    sheet.mergedRanges > 0 && t('import.mergedRanges', { count: sheet.mergedRanges }),
  ].filter(note => note !== false);
  return notes.map(note => <Alert key={note} type="info" showIcon title={note} />);
}
