import { linkTargets } from '@yikao/model/contexts/content/link-targets.ts';
import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-view.ts';
import { viewOf } from '../../../fields/index.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';

/** The target of a link: a row is chosen by its name, an address or a path is typed. */
export function TargetInput(props: InputProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const target = datasetNamed(linkTargets[Number(props.record.linkType)]?.dataset ?? '');
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
      onChange={([next]) => props.onChange(next === undefined ? null : textOf(next))}
    />
  );
}
