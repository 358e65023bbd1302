import { DownloadOutlined, ExportOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unlessRefused } from '../../../engine/api/unless-refused.ts';
import { startExport } from '../../../engine/calls/job-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { downloadJobFile } from '../../../engine/jobs/JobState.tsx';
import { isRunning, jobStarted, useJob } from '../../../engine/jobs/use-jobs.ts';
import { can } from '../../../engine/session/session.ts';

const { cardCode, cardCodeRule } = registry;

/**
 * Exports the codes of a rule, and offers the file once it is written: unused ones are issued by it, if the person may
 * issue codes, and masked otherwise. Only for people who may export codes.
 */
export function ExportCodes({ ruleId, name }: { readonly ruleId: number; readonly name: string }) {
  const { t } = useTranslation('codes');
  const [starting, setStarting] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const job = useJob(jobId);
  const start = async () => {
    setStarting(true);
    await unlessRefused(async () => {
      const title = t('made.exportTitle', { name });
      const filters = { ruleId: [String(ruleId)] };
      const fieldNames = cardCode.excel?.export ?? [];
      const issues = can('card:code:batchUpdate') && ({ choice: 'issueFlag' } as const);
      setJobId(
        await startExport(cardCode, {
          ...{ title, filters, fieldNames, format: 'xlsx', codesAs: 'label' },
          ...issues,
        }),
      );
      jobStarted();
    }).finally(() => setStarting(false));
  };
  const url = job?.url;
  // The codes are issued as they leave, and the rule counts them.
  useEffect(() => {
    if (url) void refreshRows(cardCode, cardCodeRule);
  }, [url]);
  if (url) {
    return (
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void downloadJobFile(url)}>
        {t('made.download')}
      </Button>
    );
  }
  const busy = starting || (jobId !== undefined && (job === undefined || isRunning(job)));
  return (
    <>
      <Button icon={<ExportOutlined aria-hidden />} loading={busy} onClick={() => void start()}>
        {t(busy ? 'made.exporting' : 'made.export')}
      </Button>
      {job && !busy && <span role="alert">{t('made.exportFailed')}</span>}
    </>
  );
}
