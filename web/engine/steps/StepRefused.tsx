import type { StepAnswer } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { rowName } from '../list/columns.tsx';
import styles from './StepDialog.module.css';

interface StepRefusedProps {
  readonly dataset: AnyDataset;
  readonly step: Step;
  readonly answer: StepAnswer;
  readonly rows: readonly FieldRecord[];
  readonly taking: boolean;
  /** Why another try failed as a whole. */
  readonly problem: string | undefined;
  /** Tries the refused ones again. */
  readonly onRetry: (keys: readonly number[]) => void;
  readonly onClose: () => void;
}

/** For several rows: the number that took the step, and the reason for each other one. */
export function StepRefused(props: StepRefusedProps) {
  const { dataset, step, answer, rows, taking, problem, onRetry, onClose } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const named = new Map(rows.map(row => [Number(row[dataset.key]), rowName(dataset, row)]));
  const left = answer.refused.map(({ id }) => id);
  return (
    <Modal
      open
      title={t('steps.partly', { step: step.label[language] })}
      onCancel={onClose}
      footer={[
        <Button key="retry" loading={taking} onClick={() => onRetry(left)}>
          {t('steps.retry', { count: left.length })}
        </Button>,
        <Button key="ok" type="primary" disabled={taking} onClick={onClose}>
          {t('steps.close')}
        </Button>,
      ]}
    >
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      <p role="status" className={styles.counts}>
        <ToneTag tone="done" text={t('steps.countDone', { count: answer.count })} />
        <ToneTag tone="lost" text={t('steps.countLeft', { count: left.length })} />
      </p>
      <ul className={styles.refused}>
        {answer.refused.map(({ id, reason }) => (
          <li key={id}>
            <span>{named.get(id) ?? `ID ${id}`}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
