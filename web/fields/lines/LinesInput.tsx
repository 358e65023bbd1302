import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { LinesField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import { type LineRecord, linesOf } from '../parts/values.ts';
import { isNumeric } from './LinesTable.tsx';
import { viewOfColumn } from './line-columns.ts';
import styles from './lines.module.css';

/**
 * Edits the lines of a row. Tab goes from cell to cell; Enter goes to the same cell of the next line and adds one after
 * the last; Alt with an up or down arrow moves the line, Alt with Delete removes it.
 */
export function LinesInput(props: InputProps<LinesField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const table = useRef<HTMLTableElement>(null);
  const columns = Object.entries(field.of);
  const lines = linesOf(value);
  const max = field.max ?? limits.linesMax;

  const change = (next: readonly LineRecord[]) => onChange(next.length === 0 ? null : next);
  const focus = (line: number, column: number) =>
    requestAnimationFrame(() => {
      const cell = table.current?.querySelector(`[data-line="${line}"] [data-column="${column}"]`);
      cell?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    });
  const add = (column: number) => {
    if (lines.length >= max) return;
    const fresh = columns.map(([name, { default: one }]) => [
      name,
      typeof one === 'function' ? null : (one ?? null),
    ]);
    change([...lines, Object.fromEntries(fresh)]);
    focus(lines.length, column);
  };
  const remove = (line: number) => {
    change(lines.filter((_, index) => index !== line));
    focus(Math.min(line, lines.length - 2), 0);
  };
  const move = (from: number, to: number, column: number) => {
    const [one, other] = [lines[from], lines[to]];
    if (!one || !other) return;
    change(lines.map((line, index) => (index === from ? other : index === to ? one : line)));
    focus(to, column);
  };
  const onKeyDown = (event: KeyboardEvent, line: number, column: number) => {
    if (disabled || event.nativeEvent.isComposing) return;
    if (event.altKey && event.key === 'ArrowUp') move(line, line - 1, column);
    else if (event.altKey && event.key === 'ArrowDown') move(line, line + 1, column);
    else if (event.altKey && event.key === 'Delete') remove(line);
    else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      event.target.enterKeyHint === 'done'
    ) {
      if (line === lines.length - 1) add(column);
      else focus(line + 1, column);
    } else return;
    event.preventDefault();
    // The form around would be sent by Enter.
    event.stopPropagation();
  };

  return (
    <div className={styles.editor} data-invalid={invalid}>
      {lines.length > 0 && (
        <div className={styles.scroll}>
          <table
            ref={table}
            className={styles.table}
            aria-label={field.label[language]}
            aria-describedby={describedBy}
          >
            <thead>
              <tr>
                {columns.map(([name, column]) => (
                  <th key={name} scope="col" data-number={isNumeric(column)} data-required={column.required}>
                    {column.label[language]}
                  </th>
                ))}
                <th>
                  <span className={styles.hidden}>{t('fields.remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, place) => (
                // A line has no id; its position identifies it.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <tr key={place} data-line={place}>
                  {columns.map(([name, column], at) => {
                    const { Input } = viewOfColumn(column);
                    return (
                      <td key={name} data-column={at} onKeyDown={event => onKeyDown(event, place, at)}>
                        <label className={styles.hidden} htmlFor={`${id}-${place}-${name}`}>
                          {t('fields.cellOf', { label: column.label[language], line: place + 1 })}
                        </label>
                        <Input
                          field={column}
                          name={name}
                          id={`${id}-${place}-${name}`}
                          value={line[name]}
                          record={line}
                          disabled={disabled}
                          invalid={false}
                          describedBy={describedBy}
                          onChange={next =>
                            change(
                              lines.map((one, index) => (index === place ? { ...one, [name]: next } : one)),
                            )
                          }
                        />
                      </td>
                    );
                  })}
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t('fields.removeLine', { line: place + 1 })}
                      disabled={disabled}
                      onClick={() => remove(place)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button
        id={id}
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        // The field's label would override the button's text.
        aria-label={`${field.label[language]} ${t('fields.addLine')}`}
        disabled={disabled || lines.length >= max}
        onClick={() => add(0)}
      >
        {t('fields.addLine')}
      </Button>
    </div>
  );
}
