import { PhoneOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { CellProps } from '../../fields/field-view.ts';
import { CallDock, type Called } from './CallDock.tsx';
import { RecordingPlayer } from './RecordingPlayer.tsx';
import styles from './reach.module.css';

/** The player of a call that was recorded. */
function Recording({ value, record }: CellProps) {
  if (value === 1) return <RecordingPlayer callId={Number(record.callId)} />;
  return <span className={styles.none}>–</span>;
}

const overrides = { cells: { recordFlag: Recording } };

/** Calls with their recordings (domain M5, 10), and a dial for numbers of nobody yet. */
export default function CallRecordPage() {
  const { t } = useTranslation('reach');
  const [asking, setAsking] = useState(false);
  const [called, setCalled] = useState<Called>();
  return (
    <>
      <DatasetScreen
        dataset={registry.callRecord}
        overrides={overrides}
        extra={() => [
          {
            key: 'dial',
            may: reachCalls.call.may,
            begins: true,
            label: t('call.dial'),
            icon: <PhoneOutlined aria-hidden />,
            act: () => setAsking(true),
          },
        ]}
      />
      {asking && (
        <Dial
          onClose={mobile => {
            setAsking(false);
            if (mobile !== undefined) setCalled({ mobile, name: mobile });
          }}
        />
      )}
      {called && <CallDock key={called.mobile} called={called} onClose={() => setCalled(undefined)} />}
    </>
  );
}

/** Asks for a number. */
function Dial({ onClose }: { readonly onClose: (mobile?: string) => void }) {
  const { t } = useTranslation('reach');
  const [mobile, setMobile] = useState('');
  const [problem, setProblem] = useState(false);
  const done = () => (/^1\d{10}$/.test(mobile.trim()) ? onClose(mobile.trim()) : setProblem(true));
  return (
    <Dialog
      width={380}
      title={t('call.dialTitle')}
      okText={t('call.open')}
      mask={{ closable: true }}
      onOk={done}
      onClose={() => onClose()}
    >
      <Input
        aria-label={t('call.number')}
        placeholder={t('call.number')}
        inputMode="numeric"
        maxLength={11}
        value={mobile}
        {...(problem && { status: 'error' as const })}
        onChange={event => setMobile(event.target.value)}
        onPressEnter={done}
      />
      {problem && (
        <p className={styles.below} role="alert">
          {t('call.numberMissing')}
        </p>
      )}
    </Dialog>
  );
}
