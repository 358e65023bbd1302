import { CalculatorOutlined } from '@ant-design/icons';
import { rankCalls } from '@yikao/model/contexts/admission/rank.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { ComputeDialog } from './rank/ComputeDialog.tsx';

/** Rankings, with a button that works their places out (domain D9, 10). */
export default function RankPage() {
  const { t } = useTranslation('guide');
  const [asking, setAsking] = useState(false);
  return (
    <DatasetScreen
      dataset={registry.rank}
      extra={list => [
        {
          key: 'compute',
          may: rankCalls.compute.may,
          label: t('rank.compute'),
          icon: <CalculatorOutlined aria-hidden />,
          act: () => setAsking(true),
          dialog: asking && (
            <FieldServicesProvider>
              <ComputeDialog list={list} onClose={() => setAsking(false)} />
            </FieldServicesProvider>
          ),
        },
      ]}
    />
  );
}
