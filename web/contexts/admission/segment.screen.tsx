import { LineChartOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';

const { segment } = registry;

const ConvertDialog = lazyDialog(() => import('./segment/ConvertDialog.tsx'), 'ConvertDialog');

/** Segments (domain D7, 10), with the conversion of scores and ranks, and the curve. */
export default function SegmentPage() {
  const { t } = useTranslation('predict');
  const [begin, setBegin] = useState<FieldRecord>();
  return (
    <>
      <DatasetScreen
        dataset={segment}
        extra={list => [
          {
            key: 'convert',
            label: t('convert.open'),
            icon: <LineChartOutlined aria-hidden />,
            act: () => setBegin(tableOf(list.rows[0])),
          },
        ]}
      />
      {begin && <ConvertDialog begin={begin} onClose={() => setBegin(undefined)} />}
    </>
  );
}

/** The table of the list's first row, with the names of its references. */
function tableOf(row: FieldRecord | undefined): FieldRecord {
  if (!row) return {};
  const { dataYear, provinceId, provinceName, scoreType, jointCategoryId, jointCategoryName, aos } = row;
  return { dataYear, provinceId, provinceName, scoreType, jointCategoryId, jointCategoryName, aos };
}
