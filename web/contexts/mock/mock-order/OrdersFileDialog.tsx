import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { deleteOrdersByFile } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { limits } from '@yikao/model/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { FileJobDialog } from '../../../engine/jobs/FileJobDialog.tsx';

const batchField = field.text({
  label: label('批次号', 'Batch'),
  max: limits.importBatch,
  required: true,
});

interface OrdersFileDialogProps {
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Deletes the orders whose numbers are listed in a file (domain H16, 620); reports the job. */
export function OrdersFileDialog(props: OrdersFileDialogProps) {
  const { t } = useTranslation('mock');
  const [batch, setBatch] = useState('');
  return (
    <FileJobDialog
      {...props}
      kind={deleteOrdersByFile}
      words={{
        ...{ title: t('orders.remove'), hint: t('orders.hint'), go: t('orders.go') },
        ...{ download: t('orders.download'), template: t('orders.template') },
        ...{ file: t('orders.file'), drop: t('orders.drop'), missing: t('orders.incomplete') },
        started: t('runStarted'),
      }}
      ready={batch.trim() !== ''}
      start={file =>
        send(mockFileCalls.deleteOrders, { body: { ...file, importBatch: batch.trim() }, toast: false })
      }
    >
      <AskedInput
        field={batchField}
        name="batch"
        label={t('orders.batch')}
        hint={t('orders.batchHint')}
        values={{ batch }}
        onChange={value => setBatch(String(value ?? ''))}
      />
    </FileJobDialog>
  );
}
