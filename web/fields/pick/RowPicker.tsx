import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Select, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from '../parts/fields.module.css';
import { Prompt } from '../parts/Prompt.tsx';
import type { OptionQuery } from '../services.ts';
import { isTree } from './row-tree.ts';
import { TreeChoice } from './TreeChoice.tsx';
import { useEarlyEnter } from './use-early-enter.ts';
import type { EnterToSearch } from './use-enter-to-search.ts';
import { useNames, useOptions } from './use-options.ts';

interface RowPickerProps {
  readonly id: string;
  /** Where the rows are looked up. */
  readonly dataset: AnyDataset;
  /** The label of the field. Defaults to that of the dataset. */
  readonly label?: string;
  readonly values: readonly number[];
  readonly onChange: (values: number[]) => void;
  readonly multiple: boolean;
  /** Known names of chosen rows. */
  readonly names: ReadonlyMap<number, string>;
  readonly where: OptionQuery['where'];
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly invalid?: boolean;
  readonly clearable?: boolean;
  /** A value that is not a row, such as 0 for all (domain 2, head). */
  readonly zero?: string;
  readonly describedBy?: string;
  readonly required?: boolean;
  /** In a filter: the open state of its list, and the effect of Enter. */
  readonly enter?: EnterToSearch;
}

/**
 * Chooses rows of a dataset by typing: looks up the text, shows names, stores ids. Rows with parents can also be chosen
 * from a tree.
 */
export function RowPicker(props: RowPickerProps) {
  const { id, dataset, values, onChange, multiple, names, where, zero } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const [ownOpen, setOwnOpen] = useState(false);
  const { open, setOpen } = props.enter ?? { open: ownOpen, setOpen: setOwnOpen };
  const [words, setWords] = useState('');
  const found = useOptions(dataset, words, where, open);
  const nameless = values.filter(value => value !== 0 && !names.has(value));
  const looked = useNames(dataset, nameless, where);

  const offered = new Map(found.options.map(option => [option.value, option.label]));
  const nameOf = (value: number) =>
    (value === 0 ? zero : undefined) ??
    offered.get(value) ??
    names.get(value) ??
    looked.get(value) ??
    String(value);
  // A quick Enter must not take an option offered before the last letters.
  const fitting = found.loading
    ? found.options.filter(({ label }) => label.includes(words.trim()))
    : found.options;
  const rows = fitting.map(option => ({ ...option, title: option.label }));
  const options =
    zero !== undefined && words.trim() === ''
      ? [{ value: 0, label: zero, hint: '', title: zero }, ...rows]
      : rows;
  const shared = {
    id,
    className: styles.full ?? '',
    options,
    open,
    loading: found.loading && open,
    disabled: props.disabled,
    status: props.invalid ? ('error' as const) : ('' as const),
    placeholder: <Prompt text={props.placeholder} />,
    allowClear: props.clearable !== false,
    showSearch: {
      filterOption: false, // the server has filtered already
      searchValue: words,
      onSearch: setWords,
    },
    onOpenChange: (next: boolean) => {
      setOpen(next);
      if (!next) setWords('');
    },
    // A chosen row may not be among the options, so its name is looked up separately.
    labelRender: ({ value }: { value?: string | number }) => nameOf(Number(value)),
    // At least as wide as the input; options may need more.
    popupMatchSelectWidth: false,
    styles: { popup: { root: { maxWidth: 420 } } },
    notFoundContent: found.loading ? (
      <Spin size="small" />
    ) : found.failed ? (
      t('fields.optionsFailed')
    ) : (
      t('fields.noOptions')
    ),
    optionRender: ({ data }: { data: { label?: React.ReactNode; hint?: string } }) => (
      <>
        {data.label}
        {data.hint && <span className={styles.hint}>{data.hint}</span>}
      </>
    ),
    popupRender: (menu: React.ReactElement) => (
      <div className={styles.offers}>
        {menu}
        {found.more && <div className={styles.more}>{t('fields.typeForMore')}</div>}
      </div>
    ),
    'aria-describedby': props.describedBy,
    'aria-required': props.required ?? false,
  };
  const settle = (next: readonly number[]) => {
    props.enter?.noteChosen();
    // Clear the search text after a choice: the select would clear only text that it manages itself.
    setWords('');
    onChange([...next]);
  };
  const select = multiple ? (
    <Select<number[]>
      {...shared}
      className={`${styles.full} ${styles.oneLine}`}
      mode="multiple"
      maxTagCount="responsive"
      value={[...values]}
      onChange={settle}
    />
  ) : (
    <Select<number | null>
      {...shared}
      value={values[0] ?? null}
      onChange={next => settle(typeof next === 'number' ? [next] : [])}
    />
  );
  const early = useEarlyEnter({
    waiting: open && found.loading && words.trim() !== '' && fitting.length === 0,
    first: found.loading ? undefined : options[0]?.value,
    onTake(value) {
      settle(multiple ? [...new Set([...values, value])] : [value]);
      if (!multiple) setOpen(false);
    },
  });
  const picker = (
    <div className={styles.contents} onKeyDownCapture={early}>
      {select}
    </div>
  );
  if (!isTree(dataset)) return picker;
  return (
    <TreeChoice
      dataset={dataset}
      label={props.label ?? dataset.label[language]}
      values={values.filter(value => value !== 0)}
      multiple={multiple}
      where={where}
      disabled={props.disabled}
      onChoose={settle}
    >
      {picker}
    </TreeChoice>
  );
}
