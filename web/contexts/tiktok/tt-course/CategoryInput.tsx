import { useQuery } from '@tanstack/react-query';
import { tiktokCalls } from '@yikao/model/contexts/tiktok/tiktok.calls.ts';
import { AutoComplete } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import type { InputProps } from '../../../fields/field-view.ts';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './CategoryInput.module.css';

/** The number of a category of the platform, chosen by its name; typed where the platform does not answer. */
export function CategoryInput({ id, value, onChange, disabled, invalid, describedBy, field }: InputProps) {
  const { t } = useTranslation('tiktok');
  const { data = [] } = useQuery({
    queryKey: ['tiktok', 'classes'],
    queryFn: ({ signal }) => send(tiktokCalls.classes, { signal, toast: false }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = textOf(value);
  const chosen = data.find(({ classId }) => classId === text);
  return (
    <>
      <AutoComplete
        id={id}
        className={styles.input ?? ''}
        value={text}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        placeholder={t('chooseCategory')}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={field.required}
        options={data.map(({ classId, name }) => ({ value: classId, label: `${name} (${classId})`, name }))}
        showSearch={{
          filterOption: (typed, option) => `${option?.value} ${option?.name}`.includes(typed.trim()),
        }}
        onChange={next => onChange(next ? String(next) : null)}
      />
      {chosen && <div className={styles.name}>{chosen.name}</div>}
    </>
  );
}
