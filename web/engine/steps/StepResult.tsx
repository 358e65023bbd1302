import { CheckCircleFilled, CopyOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { copyText } from '../clipboard.ts';
import { rowName } from '../list/columns.tsx';
import styles from './StepDialog.module.css';

interface StepResultProps {
  readonly dataset: AnyDataset;
  readonly step: Step;
  /** The row after the step. */
  readonly row: FieldRecord;
  readonly onClose: () => void;
}

/** The result of a step, shown where the person continues with it. */
export function StepResult({ dataset, step, row, onClose }: StepResultProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  return (
    <Modal
      open
      title={
        <>
          <CheckCircleFilled className={styles.tick ?? ''} aria-hidden />
          {t('steps.doneOf', { step: step.label[language], name: rowName(dataset, row) })}
        </>
      }
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('steps.close')}
        </Button>
      }
    >
      <dl className={styles.result}>
        {step.returns.map(name => {
          const field = fieldOf(dataset, name);
          if (!field) return null;
          const { Cell } = viewOf(field);
          const text = field.kind === 'ref' ? row[refNameKey(name)] : row[name];
          return (
            <div key={name}>
              <dt>{field.label[language]}</dt>
              <dd>
                <Cell field={field} name={name} value={row[name]} record={row} />
                {typeof text === 'string' && text !== '' && (
                  <Button
                    type="text"
                    size="small"
                    icon={<CopyOutlined aria-hidden />}
                    aria-label={t('steps.copy', { what: field.label[language] })}
                    title={t('steps.copy', { what: field.label[language] })}
                    onClick={() => void copyText(text)}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Modal>
  );
}
