import type { StepAnswer } from '@yikao/model/calls/step-calls.ts';
import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LeftDialog.module.css';

interface LeftDialogProps {
  readonly title: string;
  readonly refused: StepAnswer['refused'];
  /** The action against it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** The rows of several with which nothing was done, by reason. */
export function LeftDialog({ title, refused, children, onClose }: LeftDialogProps) {
  const { t } = useTranslation('engine');
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason)];
  return (
    <Modal
      open
      title={title}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('steps.leftClose')}
        </Button>
      }
      onCancel={onClose}
    >
      <ul className={styles.reasons}>
        {reasons.map(([reason, rows]) => (
          <li key={reason}>
            {t('steps.leftOf', { count: rows.length, reason })}
            <span>{rows.map(({ id }) => id).join(', ')}</span>
          </li>
        ))}
      </ul>
      {children}
    </Modal>
  );
}
