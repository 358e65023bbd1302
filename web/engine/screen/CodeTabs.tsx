import type { CodeField } from '@yikao/model/kernel/field.ts';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ListController } from '../list/use-list-controller.ts';
import styles from '../steps/StateTabs.module.css';

interface CodeTabsProps {
  readonly list: ListController;
  readonly name: string;
  readonly field: CodeField;
}

const all = 'all';

/** The values of a code above the list, one at a time: the filter of the list, and so part of its address. */
export function CodeTabs({ list, name, field }: CodeTabsProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { dataset, filters } = list;
  const as = dataset.list.filters.find(filter => filter.field === name)?.as;
  if (as === undefined) return null;
  const chosen = filters[as] ?? [];
  return (
    <Tabs
      className={styles.tabs ?? ''}
      size="small"
      activeKey={chosen.length === 0 ? all : chosen.length === 1 ? (chosen[0] ?? '') : ''}
      aria-label={field.label[language]}
      onChange={key => list.search({ ...filters, [as]: key === all ? [] : [key] })}
      items={[
        { key: all, label: t('steps.all') },
        ...field.of.items.map(({ code, label }) => ({ key: String(code), label: label[language] })),
      ]}
    />
  );
}
