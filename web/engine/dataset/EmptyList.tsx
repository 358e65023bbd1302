import { Button, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListController } from '../hooks/use-list-controller.ts';

/** No rows: says whether the filters hide them or there are none, and what to do. */
export function EmptyList({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('engine');
  const { given } = list;
  const filtered = Object.keys(list.filters).some(
    key => !Object.hasOwn(given, key) && list.filters[key]?.length,
  );
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(filtered ? 'list.noMatch' : 'list.none')}>
      {filtered && <Button onClick={() => list.search(given)}>{t('list.clearFilters')}</Button>}
    </Empty>
  );
}
