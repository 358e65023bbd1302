import { registry } from '@yikao/model/contexts/datasets.ts';
import { lectureCalls } from '@yikao/model/contexts/teaching/lecture.calls.ts';
import { Alert, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';

interface Outcome {
  readonly good: boolean;
  readonly text: string;
}

/** Signs people in one after the other: a scanner types the code of the picture and Enter (domain J4). */
export function SignDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('teaching');
  const input = useRef<InputRef>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const sign = async () => {
    const signCode = code.trim();
    if (signCode === '' || busy) return;
    setBusy(true);
    try {
      const { name, lectureName } = await send(lectureCalls.signByCode, { body: { signCode }, toast: false });
      setOutcome({ good: true, text: t('sign.done', { name, lecture: lectureName }) });
      void refreshRows(registry.lectureApply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setOutcome({ good: false, text: error.code === 404 ? t('sign.unknown') : error.message });
    } finally {
      setBusy(false);
      setCode('');
      input.current?.focus();
    }
  };
  return (
    <Dialog title={t('sign.action')} footer={null} width={440} onClose={onClose}>
      <p>{t('sign.hint')}</p>
      <Input.Search
        ref={input}
        autoFocus
        value={code}
        maxLength={16}
        loading={busy}
        enterButton={t('sign.submit')}
        aria-label={t('sign.code')}
        placeholder={t('sign.code')}
        onChange={event => setCode(event.target.value)}
        onSearch={() => void sign()}
      />
      {outcome && (
        <Alert
          style={{ marginBlockStart: 12 }}
          type={outcome.good ? 'success' : 'error'}
          showIcon
          role="status"
          title={outcome.text}
        />
      )}
    </Dialog>
  );
}
