import { useQueryClient } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { issueText } from '@yikao/model/kernel/issues.ts';
import { type AnyMachine, askedBy, type Step } from '@yikao/model/kernel/steps.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate.ts';
import { Alert, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { notice } from '../api/notice.ts';
import { randomId } from '../api/random-id.ts';
import { type StepAnswer, takeStep } from '../calls/step-calls.ts';
import { rowName } from '../dataset/columns.tsx';
import styles from './StepDialog.module.css';
import { reasonsAgainst } from './use-steps.ts';

/** A step that is about to be taken: by one row, or by several. */
export interface StepTarget {
  readonly step: Step;
  readonly row?: FieldRecord;
  readonly keys?: readonly number[];
}

interface StepDialogProps {
  readonly dataset: AnyDataset;
  readonly machine: AnyMachine;
  readonly target: StepTarget;
  /** `done`: the step was taken by every row. */
  readonly onClose: (done: boolean) => void;
}

/** Asks before a step is taken, for what it needs to know, and tells what became of it. */
export function StepDialog({ dataset, machine, target: { step, row, keys }, onClose }: StepDialogProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const client = useQueryClient();
  const id = useId();
  // One key for the dialog: a call whose answer was lost is answered again, and not done again.
  const [callKey] = useState(randomId);
  const asked = askedBy(dataset, step);
  const [values, setValues] = useState<FieldRecord>(() =>
    Object.fromEntries(asked.map(({ name, field }) => [name, row?.[name] ?? plainDefault(field)])),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string>();
  const [left, setLeft] = useState<StepAnswer>();
  const [taking, setTaking] = useState(false);
  const against = row ? reasonsAgainst(machine, step, row, language) : [];

  const check = () => {
    const found = asked.flatMap(({ name, field, required }) => {
      const raw = values[name];
      if (isEmpty(raw)) return required ? [[name, t('steps.required')] as const] : [];
      const read = validateValue(name, field, raw);
      return 'issue' in read ? [[name, issueText(read.issue, undefined, language)] as const] : [];
    });
    setErrors(Object.fromEntries(found));
    return found.length === 0;
  };

  const take = async () => {
    if (!check()) return;
    setTaking(true);
    setFailed(undefined);
    try {
      const about = row ? { [dataset.key]: row[dataset.key], version: row.version } : { ids: keys };
      const answer = await takeStep(dataset, step, { ...values, ...about }, callKey);
      await Promise.all(
        ['rows', 'row', 'history', 'options'].map(area =>
          client.invalidateQueries({ queryKey: [area, dataset.name] }),
        ),
      );
      if (answer.refused.length > 0) return setLeft(answer);
      notice.success(
        answer.count > 1
          ? t('steps.doneMany', { step: step.label[language], count: answer.count })
          : t('steps.done', { step: step.label[language] }),
      );
      onClose(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
      setFailed(error.message);
    } finally {
      setTaking(false);
    }
  };

  if (left) {
    return (
      <Modal
        open
        title={t('steps.partly', { step: step.label[language] })}
        okText={t('steps.close')}
        cancelButtonProps={{ hidden: true }}
        onOk={() => onClose(false)}
        onCancel={() => onClose(false)}
      >
        <p role="status">{t('steps.counts', { done: left.count, left: left.refused.length })}</p>
        <ul className={styles.refused}>
          {left.refused.map(one => (
            <li key={one.id}>
              <span>{one.id}</span>
              {one.reason}
            </li>
          ))}
        </ul>
      </Modal>
    );
  }
  const many = keys?.length ?? 0;
  return (
    <Modal
      open
      title={
        row
          ? t('steps.title', { step: step.label[language], name: rowName(dataset, row) })
          : t('steps.titleMany', { step: step.label[language], count: many })
      }
      okText={step.label[language]}
      okButtonProps={{ danger: step.danger, disabled: against.length > 0 }}
      confirmLoading={taking}
      mask={{ closable: false }}
      onOk={() => void take()}
      onCancel={() => onClose(false)}
    >
      {step.ask && <p className={styles.ask}>{step.ask[language]}</p>}
      {against.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('steps.against')}
          description={against.length > 1 ? <Reasons of={against} /> : against[0]}
        />
      )}
      {failed !== undefined && <Alert type="error" showIcon title={failed} />}
      {asked.map(({ name, field, required }) => {
        const { Input } = viewOf(field);
        const error = errors[name];
        return (
          <div key={name} className={styles.field}>
            <label htmlFor={`${id}-${name}`} data-required={required}>
              {field.label[language]}
            </label>
            <Input
              field={field}
              name={name}
              id={`${id}-${name}`}
              value={values[name]}
              record={{ ...row, ...values }}
              disabled={taking}
              invalid={error !== undefined}
              describedBy={`${id}-${name}-text`}
              onChange={value => setValues(old => ({ ...old, [name]: value }))}
            />
            <div
              id={`${id}-${name}-text`}
              className={styles.text}
              data-error={error !== undefined}
              role={error ? 'alert' : undefined}
            >
              {error ?? field.help?.[language]}
            </div>
          </div>
        );
      })}
    </Modal>
  );
}

function plainDefault(field: Field): unknown {
  return typeof field.default === 'function' ? field.default(new Date()) : (field.default ?? null);
}

function Reasons({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.reasons}>
      {of.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
