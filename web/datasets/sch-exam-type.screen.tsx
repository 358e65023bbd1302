import { SafetyCertificateOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/datasets/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../engine/boundary/DialogBoundary.tsx';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import { lazyCode } from '../loading/lazy-code.ts';

const CheckDialog = lazyCode(async () => ({
  default: (await import('../engine/dialogs/CheckDialog.tsx')).CheckDialog,
}));

/** The school exam calendar (spec section 2): a dataset screen with the check dialog behind its buttons. */
export default function ExamTypePage() {
  const { t } = useTranslation('engine');
  const [checked, setChecked] = useState(false);
  return (
    <DatasetScreen
      dataset={registry.schExamType}
      extra={list => [
        {
          key: 'check',
          label: t('tools.check'),
          icon: <SafetyCertificateOutlined aria-hidden />,
          act: () => setChecked(true),
          dialog: checked && (
            <DialogBoundary onClose={() => setChecked(false)}>
              <CheckDialog list={list} onClose={() => setChecked(false)} />
            </DialogBoundary>
          ),
        },
      ]}
    />
  );
}
