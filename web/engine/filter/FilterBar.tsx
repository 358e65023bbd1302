import { DownOutlined, ReloadOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import { updateFields } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { filterKeysOf, filterLabel } from '../../fields/parts/filter-keys.ts';
import { isTree } from '../../fields/pick/row-tree.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { useFilterField } from '../field-overrides.ts';
import { awaited, cascadeChanged, inCascade, isBehindFirst } from '../form/cascade.ts';
import { useLines } from '../form/use-lines.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import styles from './FilterBar.module.css';
import { FilterChips } from './FilterChips.tsx';

/** Reports whether the filter has a tree button. */
function hasTree(field: Field): boolean {
  const target = field.kind === 'ref' || field.kind === 'refs' ? datasetNamed(field.to) : undefined;
  return target !== undefined && isTree(target);
}

/** Number of unfolded filters in an embedded list. */
const embeddedOpen = 1;

/**
 * Lines that the filters take before they are unfolded: more would take the rows their room. A dataset that declares more
 * filters than usual has them in sight, and on a phone the buttons are below.
 */
const mostLines = { phone: 2, many: 2, usual: 1 } as const;

/** The filters of a list: few lines until unfolded; Enter searches, and a search returns to the first page. */
export function FilterBar({ list }: { readonly list: ListController }) {
  const { dataset, filters, locked, fixed, place, preferences } = list;
  const fieldFor = useFilterField(dataset);
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  // Typed values are a draft until the search; other changes of the address replace them.
  const [draft, setDraft] = useState<FilterValues>(filters);
  const [drafted, setDrafted] = useState(JSON.stringify(filters));
  if (drafted !== JSON.stringify(filters)) {
    setDrafted(JSON.stringify(filters));
    setDraft(filters);
  }

  const { unfolded } = preferences;
  const waitsFor = awaited(dataset, draft);
  const waits = waitsFor !== undefined;
  const cascadeText = (name: string) =>
    t(isBehindFirst(dataset, name) ? 'filter.after' : 'fields.choose', { label: waitsFor?.[language] });
  // A value shared by all rows is no useful filter.
  const offered = dataset.list.filters.filter(({ field: name }) => !Object.hasOwn(fixed, name));
  const open = phone ? 1 : place ? Math.min(dataset.list.open, embeddedOpen) : dataset.list.open;
  // Who changed rows, and when, is asked for now and then.
  const usual = offered.filter(({ as }) => !updateFields.some(name => name === as));
  const most = Math.min(open, usual.length);
  const look = `${language} ${offered.map(({ as }) => as).join()} ${unfolded}`;
  const [row, count] = useLines<HTMLDivElement>(
    most,
    mostLines[phone ? 'phone' : open > limits.openFilters ? 'many' : 'usual'],
    look,
  );
  const standing = unfolded ? most : count;
  const shown = unfolded ? offered : offered.slice(0, standing);
  const folded = offered.slice(standing);
  if (offered.length === 0) return null;

  const filterOf = ({ field: name, as, atLeast }: (typeof offered)[number]) => {
    const field = fieldFor(name);
    const Filter = field && viewOf(field).Filter;
    if (!field || !Filter) return null;
    const wide = filterKeysOf(field, as).length > 1;
    return (
      <div
        key={as}
        className={styles.filter}
        data-wide={wide}
        data-text={field.kind === 'text'}
        data-tree={hasTree(field)}
        data-cascade={inCascade(dataset, name)}
      >
        <label htmlFor={list.filterId(as)}>{filterLabel(field, { atLeast }, language)}</label>
        <Filter
          field={field}
          as={as}
          id={list.filterId(as)}
          values={draft}
          disabled={locked[name] !== undefined || (waits && isBehindFirst(dataset, name))}
          {...(waits && inCascade(dataset, name) && { placeholder: cascadeText(name) })}
          onChange={change => setDraft(old => cascadeChanged(dataset, old, change))}
        />
      </div>
    );
  };

  return (
    <form
      className={styles.bar}
      data-embedded={place !== undefined}
      aria-label={t('filter.label')}
      onSubmit={event => {
        event.preventDefault();
        if (!waitsFor) return list.search(draft);
        notice.warning(t('fields.chooseFirst', { label: waitsFor[language] }));
        document.getElementById(list.filterId(dataset.list.cascade[0] ?? ''))?.focus();
      }}
    >
      <div className={styles.row} ref={row}>
        {shown.slice(0, -1).map(filterOf)}
        <div className={styles.ending}>
          {shown.slice(-1).map(filterOf)}
          <div className={styles.buttons}>
            <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
              {t('filter.search')}
            </Button>
            <Button icon={<ReloadOutlined aria-hidden />} onClick={list.reset}>
              {t('filter.reset')}
            </Button>
            {folded.length > 0 && (
              <Button
                type="link"
                icon={unfolded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                iconPlacement="end"
                aria-expanded={unfolded}
                onClick={() => preferences.change({ unfolded: !unfolded })}
              >
                {t(unfolded ? 'filter.fold' : 'filter.unfold')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {!unfolded && <FilterChips list={list} hidden={folded} />}
    </form>
  );
}
