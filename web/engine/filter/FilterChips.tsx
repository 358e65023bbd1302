import type { ListFilter } from '@yikao/model/kernel/dataset.ts';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { filterKeysOf, filterLabel } from '../../fields/parts/filter-keys.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useFilterField } from '../field-overrides.ts';
import type { ListController } from '../list/use-list-controller.ts';
import styles from './FilterBar.module.css';

interface FilterChipsProps {
  readonly list: ListController;
  /** The filters that are folded away. */
  readonly hidden: readonly ListFilter[];
}

/** Folded filters with conditions, so that missing rows are explained. */
export function FilterChips({ list, hidden }: FilterChipsProps) {
  const { dataset, filters, locked, place } = list;
  const fieldFor = useFilterField(dataset);
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const declared = new Set(dataset.list.filters.map(({ as }) => as));
  // A link may request rows by key even if the list has no such filter.
  const all: readonly ListFilter[] =
    declared.has(dataset.key) || place ? hidden : [...hidden, { field: dataset.key, as: dataset.key }];
  const set = all.flatMap(({ field: name, as, atLeast }) => {
    const field = fieldFor(name);
    const keys = field ? filterKeysOf(field, as) : [];
    return field && keys.some(key => filters[key]?.length) ? [{ name, as, atLeast, field, keys }] : [];
  });
  if (set.length === 0) return null;
  return (
    <div className={styles.chips}>
      {set.map(({ name, as, atLeast, field, keys }) => {
        const Text = viewOf(field).FilterText;
        const label = filterLabel(field, { atLeast }, language);
        return (
          <Tag
            key={as}
            className={styles.chip ?? ''}
            closable={locked[name] === undefined && { 'aria-label': t('filter.remove', { label }) }}
            onClose={event => {
              event.preventDefault(); // the address decides which chips there are
              const rest = Object.entries(filters).filter(([key]) => !keys.includes(key));
              list.search(Object.fromEntries(rest));
            }}
          >
            {label}
            {atLeast ? ' ' : ': '}
            {Text ? <Text field={field} as={as} values={filters} /> : filters[as]?.join(', ')}
          </Tag>
        );
      })}
    </div>
  );
}
