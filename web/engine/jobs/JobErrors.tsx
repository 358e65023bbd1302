import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { JobDetail } from '../calls/job-calls.ts';

/** The first row errors of a job, by true sheet row. */
export function JobErrors({ errors }: { readonly errors: JobDetail['errors'] }) {
  const { t } = useTranslation('engine');
  return (
    <Table
      size="small"
      rowKey={(error, index) => `${error.row} ${error.column} ${index}`}
      dataSource={errors}
      pagination={false}
      scroll={{ y: 220 }}
      tableLayout="fixed"
      columns={[
        { title: t('jobs.errors.row'), dataIndex: 'row', width: 72, align: 'right' },
        { title: t('jobs.errors.column'), dataIndex: 'column', width: 128, ellipsis: true },
        { title: t('jobs.errors.value'), dataIndex: 'value', width: 160, ellipsis: true },
        { title: t('jobs.errors.message'), dataIndex: 'message' },
      ]}
    />
  );
}
