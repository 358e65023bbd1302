import type { CodeField, CodesField } from '@yikao/model/kernel/field.ts';
import { languages } from '@yikao/model/kernel/label.ts';
import { emptied } from '@yikao/model/kernel/validate/validate.ts';
import { Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { FieldView, FilterProps, InputProps } from './field-view.ts';
import { CodeTag } from './parts/CodeTag.tsx';
import styles from './parts/fields.module.css';
import { Prompt } from './parts/Prompt.tsx';
import { ChoiceFilter } from './pick/ChoiceFilter.tsx';
import { searchByLabel } from './pick/search-by-label.ts';

/** Pixels of a form's input at its narrowest, of a character and of a radio button with its gaps. */
const room = { input: 216, character: { zh: 14, en: 7.5 }, button: 40 } as const;

/** Reports whether the options fit side by side as radio buttons; otherwise they are a select. */
function fitsAsRadios(field: CodeField): boolean {
  return languages.every(language => {
    const texts = field.of.items.map(({ label }) => label[language].length * room.character[language]);
    return texts.reduce((sum, width) => sum + width + room.button, 0) <= room.input;
  });
}

function CodeInput(props: InputProps<CodeField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const options = field.of.items.map(({ code, label }) => ({ value: code, label: label[language] }));
  if (field.of.name === 'enable') {
    return (
      <Switch
        id={id}
        checked={value === 1}
        disabled={disabled}
        checkedChildren={options.find(option => option.value === 1)?.label}
        unCheckedChildren={options.find(option => option.value === 0)?.label}
        aria-describedby={describedBy}
        onChange={on => onChange(on ? 1 : 0)}
      />
    );
  }
  if (field.radios || ((field.required || field.default !== undefined) && fitsAsRadios(field))) {
    return (
      <Radio.Group
        id={id}
        value={value}
        disabled={disabled}
        options={options}
        aria-describedby={describedBy}
        onChange={event => onChange(event.target.value)}
      />
    );
  }
  return (
    <Select
      id={id}
      className={styles.full}
      // null would be shown as a value; undefined shows the placeholder.
      value={value ?? undefined}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear={emptied(field) !== undefined}
      showSearch={searchByLabel}
      placeholder={<Prompt text={t('fields.choose', { label: field.label[language] })} />}
      options={options}
      aria-describedby={describedBy}
      aria-required={field.required}
      onChange={next => onChange(next ?? null)}
    />
  );
}

/** A condition with one or several codes; a list of codes matches if it contains one of them. */
export function CodeFilter({ field, ...rest }: FilterProps<CodeField | CodesField>) {
  const language = useLanguage();
  const choices = field.of.items.map(({ code, label }) => ({ value: String(code), label: label[language] }));
  return <ChoiceFilter {...rest} choices={choices} />;
}

/** The chip text of such a condition. */
export function CodeFilterText({
  field,
  as,
  values,
}: Pick<FilterProps<CodeField | CodesField>, 'field' | 'as' | 'values'>) {
  const language = useLanguage();
  const chosen = field.of.items.filter(({ code }) => values[as]?.includes(String(code)));
  return <>{chosen.map(({ label }) => label[language]).join(', ')}</>;
}

/** One code of a closed set, as a tag in the colour of its meaning. */
export const code: FieldView<CodeField> = {
  Cell: ({ field, value }) => <CodeTag of={field.of} value={value} />,
  Input: CodeInput,
  Filter: CodeFilter,
  FilterText: CodeFilterText,
  columnWidth: field =>
    Math.min(176, Math.max(96, ...field.of.items.map(item => item.label.zh.length * 13 + 40))),
  align: 'center',
  sortable: true,
};
