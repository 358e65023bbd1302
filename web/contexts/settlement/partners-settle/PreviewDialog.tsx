import { useQuery } from '@tanstack/react-query';
import { settlementCalls } from '@yikao/model/contexts/settlement/settlement.calls.ts';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { LinesTable } from './LinesTable.tsx';
import styles from './PreviewDialog.module.css';
import { Sums } from './Sums.tsx';

interface PreviewDialogProps {
  /** The form's current values. */
  readonly values: FieldRecord;
  readonly onClose: () => void;
}

/** The amounts of the settlement that is being filled in, with all of its lines; nothing is saved. */
export function PreviewDialog({ values, onClose }: PreviewDialogProps) {
  const { t } = useTranslation(['settle', 'common']);
  const { partnersId, channelId, periodStart, periodEnd, adjustAmount } = values;
  const body = { partnersId, channelId, periodStart, periodEnd, adjustAmount };
  const asked = useQuery({
    queryKey: ['settlePreview', body],
    queryFn: ({ signal }) => send(settlementCalls.preview, { body, signal, toast: false }),
    // Orders are paid and given back meanwhile: each look is a new one.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const drawn = asked.data;
  return (
    <Dialog title={t('previewTitle')} width={960} onClose={onClose}>
      {asked.isError && (
        <Alert
          type="warning"
          showIcon
          title={t('previewFailed')}
          description={asked.error instanceof ApiError ? asked.error.message : undefined}
        />
      )}
      {asked.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {drawn && (
        <>
          <p className={styles.text}>{t('previewText')}</p>
          <Sums of={drawn} />
          <LinesTable of={drawn} />
        </>
      )}
    </Dialog>
  );
}
