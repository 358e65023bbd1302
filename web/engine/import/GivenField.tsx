import { useQuery } from '@tanstack/react-query';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { AutoComplete, Input, Select } from 'antd';
import { useDeferredValue } from 'react';
import { targetOf } from '../../fields/pick/target.ts';
import { useFieldServices } from '../../fields/services.ts';
import { useLanguage } from '../../i18n/i18n.ts';

interface GivenFieldProps {
  readonly dataset: AnyDataset;
  readonly name: string;
  readonly id: string;
  /** Text of a cell of the field. */
  readonly value: string;
  readonly disabled: boolean;
  readonly wrong?: boolean;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
}

/**
 * A value for all rows of a file, in the form of a cell: a code by its label, another row by its name, which each row
 * resolves within its own year and province.
 */
export function GivenField({ dataset, name, ...props }: GivenFieldProps) {
  const language = useLanguage();
  const field = fieldOf(dataset, name);
  const { id, value, disabled, wrong, placeholder, onChange } = props;
  const status = wrong ? ('warning' as const) : ('' as const);
  if (field?.kind === 'code') {
    return (
      <Select
        id={id}
        value={value === '' ? null : value}
        disabled={disabled}
        status={status}
        allowClear
        placeholder={placeholder}
        popupMatchSelectWidth={false}
        options={field.of.items.map(({ label }) => ({ value: label.zh, label: label[language] }))}
        onChange={chosen => onChange(chosen ?? '')}
      />
    );
  }
  if (field?.kind === 'ref') return <NameField target={targetOf(field)} {...props} />;
  return (
    <Input
      id={id}
      value={value}
      disabled={disabled}
      status={status}
      allowClear
      maxLength={64}
      placeholder={placeholder}
      {...(field?.kind === 'year' && { inputMode: 'numeric' as const })}
      onChange={event => onChange(event.target.value)}
    />
  );
}

function NameField({
  target,
  id,
  value,
  disabled,
  wrong,
  placeholder,
  onChange,
}: Omit<GivenFieldProps, 'dataset' | 'name'> & { readonly target: AnyDataset }) {
  const services = useFieldServices();
  const keywords = useDeferredValue(value.trim());
  const found = useQuery({
    queryKey: ['given-names', target.name, keywords],
    queryFn: ({ signal }) =>
      services.options(target, { where: {}, ...(keywords !== '' && { keywords }) }, signal),
    placeholderData: old => old,
  });
  const names = [...new Set((found.data ?? []).map(row => String(row[target.identity.name] ?? '')))];
  return (
    <AutoComplete
      id={id}
      value={value}
      disabled={disabled}
      status={wrong ? 'warning' : ''}
      allowClear
      placeholder={placeholder}
      popupMatchSelectWidth={false}
      options={names.slice(0, 50).map(text => ({ value: text }))}
      onChange={text => onChange(text ?? '')}
    />
  );
}
