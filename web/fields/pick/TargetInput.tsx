import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import { viewOf } from '../index.ts';
import { isBlank, textOf } from '../parts/values.ts';
import { RowPicker } from './RowPicker.tsx';

/** An input of a field, and the dataset whose row it has the number of; undefined where something is typed. */
interface TargetInputProps extends InputProps {
  readonly target: string | undefined;
}

/** The target of a link: a row is chosen by its name, an address or a path is typed. */
export function TargetInput({ target: name, ...props }: TargetInputProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const target = datasetNamed(name ?? '');
  if (!target) {
    const { Input } = viewOf(props.field);
    return <Input {...props} />;
  }
  const label = target.label[language];
  const known = Number(props.value);
  return (
    <RowPicker
      id={props.id}
      dataset={target}
      label={label}
      multiple={false}
      // Typed for another kind of link, it is no number of a row.
      values={isBlank(props.value) || !Number.isSafeInteger(known) ? [] : [known]}
      names={new Map()}
      where={{}}
      placeholder={t('fields.choose', { label })}
      disabled={props.disabled}
      invalid={props.invalid}
      clearable={false}
      describedBy={props.describedBy}
      required
      onChange={([next]) => {
        if (next === undefined) return props.onChange(null);
        props.onChange(props.field.kind === 'integer' ? Number(next) : textOf(next));
      }}
    />
  );
}
