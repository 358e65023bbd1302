import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { plainCode } from '@yikao/model/rules/activation-code.ts';
import { Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import styles from './FindDialog.module.css';
import { isSerial } from './serial-span.ts';

interface FindDialogProps {
  /** Called with the code that was found. */
  readonly onFound: (codeId: number) => void;
  readonly onClose: () => void;
}

/** Finds the code that somebody reads out or has sent, by itself or by its serial number (domain 4.12). */
export function FindDialog({ onFound, onClose }: FindDialogProps) {
  const { t } = useTranslation('codes');
  const id = useId();
  const [typed, setTyped] = useState('');
  const { busy, problem, setProblem, attempt } = useAttempt();
  const input = useRef<InputRef>(null);
  useEffect(() => input.current?.focus(), []);
  const find = async () => {
    const plain = plainCode(typed);
    if (!plain) return setProblem(t('find.empty'));
    const serial = isSerial(plain);
    await attempt(
      async () => {
        const found = serial
          ? (await send(codesCalls.serialNo, { query: { serialNo: plain }, toast: false })).code
          : await send(codesCalls.find, { body: { code: typed }, toast: false });
        if (found) return onFound(found.codeId);
        setProblem(t('find.noSerial'));
      },
      error => (error.status === 404 ? t(serial ? 'find.noSerial' : 'find.none') : error.message),
    );
  };
  return (
    <Dialog
      title={t('find.title')}
      width={440}
      okText={t('find.submit')}
      busy={busy}
      mask={{ closable: true }}
      onOk={find}
      onClose={onClose}
    >
      <div className={styles.find}>
        <label htmlFor={id}>{t('find.what')}</label>
        <Input
          ref={input}
          id={id}
          size="large"
          className={styles.input ?? ''}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          status={problem ? 'error' : ''}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint`}
          enterKeyHint="search"
          onChange={event => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          onPressEnter={() => void find()}
        />
        <p id={`${id}-hint`} data-wrong={problem !== undefined} role={problem ? 'alert' : undefined}>
          {problem ?? t('find.hint')}
        </p>
      </div>
    </Dialog>
  );
}
