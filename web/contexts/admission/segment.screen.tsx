import { LineChartOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';
import { lazyCode } from '../../loading/lazy-code.ts';

const { segment } = registry;

const ConvertDialog = lazyCode(async () => ({
  default: (await import('./segment/ConvertDialog.tsx')).ConvertDialog,
}));

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
      {begin && (
        <DialogBoundary onClose={() => setBegin(undefined)}>
          <FieldServicesProvider>
            <ConvertDialog begin={begin} onClose={() => setBegin(undefined)} />
          </FieldServicesProvider>
        </DialogBoundary>
      )}
    </>
  );
}

/** The table of the list's first row, with the names of its references. */
function tableOf(row: FieldRecord | undefined): FieldRecord {
  if (!row) return {};
  const { dataYear, provinceId, provinceName, scoreType, jointCategoryId, jointCategoryName, aos } = row;
  return { dataYear, provinceId, provinceName, scoreType, jointCategoryId, jointCategoryName, aos };
}
