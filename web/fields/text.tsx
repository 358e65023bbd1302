import { formatOf } from '@yikao/model/fields/parts/formats.ts';
import type { TextField } from '@yikao/model/kernel/field.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, FilterProps, InputProps } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { RangeFilterText } from './parts/RangeFilter.tsx';
import { TextRangeFilter } from './parts/TextRangeFilter.tsx';
import { isNearEnd, TypedInput } from './parts/TypedInput.tsx';
import { TextFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { textOf } from './parts/values.ts';

function TextCell({ field, value }: CellProps<TextField>) {
  const text = textOf(value);
  if (field.format !== 'url' || !/^https?:\/\//i.test(text)) return <CutText text={text} />;
  return (
    <a
      className={styles.cut}
      href={text}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
      onClick={event => event.stopPropagation()}
    >
      {text}
    </a>
  );
}

function TextDetail(props: CellProps<TextField>) {
  const text = textOf(props.value);
  if (!text) return <Empty />;
  return props.field.format === 'url' ? (
    <TextCell {...props} />
  ) : (
    <span className={styles.prewrap}>{text}</span>
  );
}

function TextInput(props: InputProps<TextField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  if (field.format === 'password') {
    return (
      <Input.Password
        id={id}
        value={textOf(value)}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        count={{ max: field.max }}
        autoComplete="new-password"
        enterKeyHint="done"
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={field.required}
        onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
      />
    );
  }
  if (!field.multiline) {
    const inputMode = formatOf(field.format)?.inputMode;
    return <TypedInput {...props} max={field.max} {...(inputMode && { inputMode })} />;
  }
  const text = textOf(value);
  return (
    <>
      <Input.TextArea
        id={id}
        value={text}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        autoSize={{ minRows: 3, maxRows: 10 }}
        placeholder={disabled ? '' : t('fields.enter', { label: field.label[language] })}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={field.required}
        onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
      />
      {isNearEnd(text, field.max) && (
        <span className={styles.count} data-over={text.length > field.max}>
          {text.length} / {field.max}
        </span>
      )}
    </>
  );
}

/** A condition on a text; on one that is found by its range, such as a serial number, from one text to another. */
function TextCondition(props: FilterProps<TextField>) {
  return props.field.find === 'range' ? <TextRangeFilter {...props} /> : <TextFilter {...props} />;
}

/** The text of a condition on a text. */
function TextConditionText(props: Pick<FilterProps<TextField>, 'field' | 'as' | 'values'>) {
  return props.field.find === 'range' ? <RangeFilterText {...props} /> : <TypedFilterText {...props} />;
}

/** Text of one line, or of several. */
export const text: FieldView<TextField> = {
  Cell: TextCell,
  Detail: TextDetail,
  Input: TextInput,
  Filter: TextCondition,
  FilterText: TextConditionText,
  columnWidth(field) {
    // Generated numbers, such as an order's, are shown in full.
    if (field.readOnly && field.required && field.max > 16 && field.max <= 32) return 196;
    return field.max <= 16 ? 112 : field.max <= 64 ? 168 : 220;
  },
  align: 'left',
  sortable: true,
  wide: field => field.multiline === true || field.format === 'formula',
};
