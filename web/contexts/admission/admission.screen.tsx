import { RiseOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { ChanceTab } from './admission/ChanceTab.tsx';

const { admission } = registry;

const PredictDialog = lazyDialog(() => import('./admission/PredictDialog.tsx'), 'PredictDialog');

/** Plans and admissions (domain D3, 10): predicted ranks of a province, and the chance of a candidate for each programme. */
export default function AdmissionPage() {
  const { t } = useTranslation('predict');
  const [begin, setBegin] = useState<FieldRecord>();
  const tabs = useMemo<RowTab<typeof admission>[]>(
    () => [
      {
        key: 'chance',
        label: t('chance.tab'),
        render: ({ dataId }) => <ChanceTab key={dataId} dataId={dataId} />,
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={admission}
        drawerTabs={tabs}
        extra={list => [
          {
            key: 'predict',
            may: 'wish:admission:predict',
            label: t('run.open'),
            icon: <RiseOutlined aria-hidden />,
            act: () => {
              const { provinceId, provinceName } = list.rows[0] ?? {};
              setBegin({ provinceId, provinceName });
            },
          },
        ]}
      />
      {begin && <PredictDialog begin={begin} onClose={() => setBegin(undefined)} />}
    </>
  );
}
