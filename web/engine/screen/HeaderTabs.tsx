import { codeItem } from '@yikao/model/kernel/codes.ts';
import { exportHeader, headerType } from '@yikao/model/kernel/export-headers.ts';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ListController } from '../list/use-list-controller.ts';
import styles from '../steps/StateTabs.module.css';

/** The filters after a change of header kind: without the former kind's conditions, with the new one's. */
function headed(list: ListController, from: number, to: number): FilterValues {
  const { dataset, filters } = list;
  const asOf = (name: string) => dataset.list.filters.find(({ field }) => field === name)?.as ?? name;
  const next = { ...filters };
  for (const name of Object.keys(exportHeader(dataset, from)?.where ?? {})) delete next[asOf(name)];
  for (const [name, value] of Object.entries(exportHeader(dataset, to)?.where ?? {}))
    next[asOf(name)] = [String(value)];
  return next;
}

/** The kinds of header above the list (domain D3): each shows its columns, and only the rows that it is about. */
export function HeaderTabs({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { dataset, preferences } = list;
  return (
    <Tabs
      className={styles.tabs ?? ''}
      size="small"
      activeKey={String(preferences.header)}
      aria-label={t('export.header')}
      onChange={key => {
        const header = Number(key);
        const asks = [preferences.header, header].some(type => exportHeader(dataset, type)?.where);
        preferences.change({ header });
        // The list decides whether anything changes: its last search may not be rendered yet.
        if (asks) list.search(headed(list, preferences.header, header));
      }}
      items={[
        { key: '0', label: t('columns.own') },
        ...(dataset.excel?.headers ?? []).map(({ type }) => ({
          key: String(type),
          label: codeItem(headerType, type)?.label[language] ?? type,
        })),
      ]}
    />
  );
}
