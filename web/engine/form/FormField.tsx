import { LockOutlined } from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { mustBeGiven } from '@yikao/model/kernel/validate/validate.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { Boundary } from '../boundary/Boundary.tsx';
import { useFieldOverrides } from '../field-overrides.ts';
import styles from './FormDialog.module.css';
import type { FormController } from './use-form-controller.ts';

interface FormFieldProps {
  readonly dataset: AnyDataset;
  readonly form: FormController;
  readonly name: string;
  readonly id: string;
  /** The field is alone in its tab, whose name is its label. */
  readonly alone?: boolean;
  /** The first field of its line. */
  readonly startsLine?: boolean;
}

/** Reports whether the form shows a field: not one that is never shown and can no longer be set, such as a password. */
export function isInForm(dataset: AnyDataset, form: FormController, name: string): boolean {
  const field = dataset.fields[name];
  if (!field || (field.private && form.lockOf(name) !== undefined)) return false;
  return belongs(field, form.values);
}

/** A form field: label, input, and below it the help or the error, in reserved space. */
export function FormField({ dataset, form, name, id, alone = false, startsLine = false }: FormFieldProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { inputs, ownHelp } = useFieldOverrides();
  const field = dataset.fields[name];
  const lock = form.lockOf(name);
  if (!field || !isInForm(dataset, form, name)) return null;
  const { wide } = viewOf(field);
  const Input = inputs?.[name] ?? viewOf(field).Input;
  const error = form.errorOf(name);
  const label = field.label[language];
  const text =
    error ??
    (lock
      ? t(`form.locks.${lock}`, { state: form.state?.label[language] })
      : ownHelp?.[name]
        ? undefined
        : field.help?.[language]);
  return (
    <div
      className={styles.field}
      data-wide={wide?.(field) === true}
      data-alone={alone}
      data-starts={startsLine}
      data-field={name}
    >
      {!alone && (
        <label htmlFor={id} data-required={mustBeGiven(field)}>
          {label}
          {lock && <LockOutlined className={styles.lock} aria-hidden />}
        </label>
      )}
      <div className={styles.input}>
        <Boundary>
          <CodeSuspense fallback={<Skeleton.Input block />}>
            <Input
              field={field}
              name={name}
              id={id}
              value={form.values[name]}
              record={form.values}
              disabled={lock !== undefined || form.saving}
              invalid={error !== undefined}
              describedBy={`${id}-text`}
              onChange={value => form.change(name, value)}
              onUploads={count => form.noteUploads(name, count)}
              changeField={(other, value) => {
                if (form.lockOf(other) === undefined) form.change(other, value);
              }}
            />
          </CodeSuspense>
        </Boundary>
        <div
          id={`${id}-text`}
          className={styles.text}
          data-error={error !== undefined}
          role={error ? 'alert' : undefined}
        >
          {text}
        </div>
      </div>
    </div>
  );
}
