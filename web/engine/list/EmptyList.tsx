import { Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ListController } from './use-list-controller.ts';

/**
 * No rows: explains whether a filter must be chosen first, the filters exclude all rows, or there are none, and what to
 * do.
 */
export function EmptyList({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { given, waitsFor } = list;
  if (waitsFor) {
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={t('fields.chooseFirst', { label: waitsFor[language] })}
      />
    );
  }
  const filtered = Object.keys(list.filters).some(
    key => !Object.hasOwn(given, key) && list.filters[key]?.length,
  );
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(filtered ? 'list.noMatch' : 'list.none')}>
      {filtered && <Button onClick={() => list.search(given)}>{t('list.clearFilters')}</Button>}
    </Empty>
  );
}
