import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';

/** Approved or rejected. */
export function PassInput({ id, value, onChange, disabled, describedBy }: InputProps) {
  const { t } = useTranslation('sales');
  return (
    <Radio.Group
      id={id}
      value={value ?? null}
      disabled={disabled}
      optionType="button"
      buttonStyle="solid"
      aria-describedby={describedBy}
      onChange={event => onChange(event.target.value)}
      options={[
        { value: 1, label: t('review.approve') },
        { value: 0, label: t('review.reject') },
      ]}
    />
  );
}
