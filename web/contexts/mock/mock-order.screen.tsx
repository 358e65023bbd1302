import { FileExcelOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobRun } from '../../engine/jobs/use-job-run.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { OrdersFileDialog } from './mock-order/OrdersFileDialog.tsx';

const { mockOrder, mockStudent } = registry;

/** Rows that a deletion of orders changes. */
const touched = [mockOrder, mockStudent];

/** Orders of mock exams (domain H16): a file that lists some deletes them. */
export default function MockOrderPage() {
  const { t } = useTranslation('mock');
  const [asking, setAsking] = useState(false);
  const run = useJobRun(touched);
  return (
    <DatasetScreen
      dataset={mockOrder}
      extra={() => [
        {
          key: 'byFile',
          may: mockFileCalls.deleteOrders.may,
          label: t('orders.remove'),
          icon: <FileExcelOutlined aria-hidden />,
          act: () => setAsking(true),
          dialog: asking && <OrdersFileDialog onStarted={run} onClose={() => setAsking(false)} />,
        },
      ]}
    />
  );
}
