import type { JsonField } from '@yikao/model/kernel/field.ts';
import { Input } from 'antd';
import { useState } from 'react';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { isBlank } from './parts/values.ts';

function JsonDetail({ value }: CellProps<JsonField>) {
  if (isBlank(value)) return <Empty />;
  return <pre className={styles.prewrap}>{JSON.stringify(value, null, 2)}</pre>;
}

function JsonInput({ field, id, value, onChange, disabled, invalid, describedBy }: InputProps<JsonField>) {
  // Incomplete JSON is not a value, so the text is kept here and passed to the form once it can be parsed.
  const [text, setText] = useState(() => (isBlank(value) ? '' : JSON.stringify(value, null, 2)));
  const [broken, setBroken] = useState(false);
  return (
    <Input.TextArea
      id={id}
      value={text}
      disabled={disabled}
      status={invalid || broken ? 'error' : ''}
      autoSize={{ minRows: 3, maxRows: 16 }}
      spellCheck={false}
      aria-describedby={describedBy}
      aria-invalid={invalid || broken}
      aria-required={field.required}
      onChange={event => {
        setText(event.target.value);
        try {
          onChange(event.target.value.trim() === '' ? null : (JSON.parse(event.target.value) as unknown));
          setBroken(false);
        } catch {
          setBroken(true);
        }
      }}
    />
  );
}

/** Any JSON value, edited as its text. */
export const json: FieldView<JsonField> = {
  Cell: ({ value }) => <CutText text={isBlank(value) ? '' : JSON.stringify(value)} />,
  Detail: JsonDetail,
  Input: JsonInput,
  columnWidth: () => 200,
  align: 'left',
  sortable: false,
  wide: () => true,
};
