import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { useId, useState } from 'react';
import { FieldServicesProvider } from '../engine/field-services.tsx';
import { EmbeddedList } from '../engine/list/EmbeddedList.tsx';
import { RowPicker } from '../fields/pick/RowPicker.tsx';
import type { OptionQuery } from '../fields/services.ts';
import { useLanguage } from '../i18n/i18n.ts';
import styles from './Page.module.css';

const { channel, mockStudent, typeDict } = registry;

const nameless: ReadonlyMap<number, string> = new Map();

const texts = {
  tree: label('弹出树选择', 'Popup tree input'),
  cascade: label('级联查询', 'Cascading search'),
  chosen: label('所选编号：', 'Numbers chosen: '),
  none: label('未选择', 'None'),
  placeholder: label('请选择', 'Choose'),
};

/** One way in which a tree of rows is chosen from. */
interface Example {
  readonly title: { readonly zh: string; readonly en: string };
  readonly dataset: AnyDataset;
  readonly multiple: boolean;
  readonly where: OptionQuery['where'];
  readonly disabled?: boolean;
}

const examples: readonly Example[] = [
  {
    title: label('单选，按分组', 'One, in groups'),
    dataset: typeDict,
    multiple: false,
    where: {},
  },
  {
    title: label('多选，按分组', 'Several, in groups'),
    dataset: typeDict,
    multiple: true,
    where: {},
  },
  {
    title: label('多选，限一个分组', 'Several, of one group'),
    dataset: typeDict,
    multiple: true,
    where: { typeFlag: 1 },
  },
  { title: label('单选，逐级', 'One, level by level'), dataset: channel, multiple: false, where: {} },
  {
    title: label('不可用', 'Not available'),
    dataset: channel,
    multiple: false,
    where: {},
    disabled: true,
  },
];

function TreeExample({ title, dataset, multiple, where, disabled = false }: Example) {
  const language = useLanguage();
  const id = useId();
  const [values, setValues] = useState<number[]>([]);
  return (
    <div className={styles.example}>
      <label htmlFor={id}>{title[language]}</label>
      <RowPicker
        id={id}
        dataset={dataset}
        values={values}
        multiple={multiple}
        names={nameless}
        where={where}
        placeholder={texts.placeholder[language]}
        disabled={disabled}
        onChange={setValues}
      />
      <small>
        {texts.chosen[language]}
        {values.join(', ') || texts.none[language]}
      </small>
    </div>
  );
}

/** The inputs that choose rows, each in its ways, to be tried while they are worked on (`docs/choosing-rows.md`). */
export default function ExamplesPage() {
  const language = useLanguage();
  return (
    <div className={styles.page}>
      <h1>{texts.tree[language]}</h1>
      <FieldServicesProvider>
        <div className={styles.examples}>
          {examples.map(example => (
            <TreeExample key={example.title.en} {...example} />
          ))}
        </div>
      </FieldServicesProvider>
      <h1>{texts.cascade[language]}</h1>
      <div className={styles.list}>
        <EmbeddedList dataset={mockStudent} fixed={{}} height={520} />
      </div>
    </div>
  );
}
