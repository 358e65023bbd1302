import { useId } from 'react';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import styles from './StepDialog.module.css';
import type { StepCall } from './use-step-call.ts';

/** The input fields of a step. */
export function StepFields({ call }: { readonly call: StepCall }) {
  const language = useLanguage();
  const { inputs } = useFieldOverrides();
  const id = useId();
  return call.asked.map(({ name, field, required }) => {
    const Input = inputs?.[name] ?? viewOf(field).Input;
    const error = call.errorOf(name);
    return (
      <div key={name} className={styles.field}>
        <label htmlFor={`${id}-${name}`} data-required={required}>
          {field.label[language]}
        </label>
        <Input
          field={field}
          name={name}
          id={`${id}-${name}`}
          value={call.values[name]}
          record={{ ...call.row, ...call.values }}
          disabled={call.taking}
          invalid={error !== undefined}
          describedBy={`${id}-${name}-text`}
          onChange={value => call.change(name, value)}
          onUploads={count => call.noteUploads(name, count)}
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
  });
}
