import { MessageOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import styles from './reach.module.css';
import { TextDialog, type TextTo } from './TextDialog.tsx';

const { smsRecord } = registry;

/** The numbers of a budget in groups of three digits. */
const grouped = ({ used, max }: { readonly used: number; readonly max: number }) => ({
  used: used.toLocaleString('en-US'),
  max: max.toLocaleString('en-US'),
});

/** Texts that people sent, with what is left of today's budget (domain M7). */
export default function SmsRecordPage() {
  const { t } = useTranslation('reach');
  const [to, setTo] = useState<TextTo>();
  const { data: budget } = useQuery({
    // Below the key of the rows: a sending reloads it.
    queryKey: ['rows', smsRecord.name, 'budget'],
    queryFn: ({ signal }) => send(reachCalls.budget, { signal, toast: false }),
  });
  const tight = budget && (budget.all.low ? budget.all : budget.own.low ? budget.own : undefined);
  return (
    <>
      <DatasetScreen
        dataset={smsRecord}
        extra={() => [
          {
            key: 'send',
            may: reachCalls.send.may,
            begins: true,
            label: t('text.open'),
            icon: <MessageOutlined aria-hidden />,
            act: () => setTo('numbers'),
          },
          {
            key: 'file',
            may: reachCalls.send.may,
            label: t('text.byFile'),
            icon: <UploadOutlined aria-hidden />,
            act: () => setTo('file'),
          },
        ]}
        footer={() =>
          tight ? (
            <Alert type="warning" showIcon title={t('text.low', grouped(tight))} />
          ) : (
            budget && <p className={styles.usage}>{t('text.left', grouped(budget.all))}</p>
          )
        }
      />
      {to !== undefined && <TextDialog to={to} onClose={() => setTo(undefined)} />}
    </>
  );
}
