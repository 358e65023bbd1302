import { readPath } from '@yikao/model/kernel/dataset.ts';
import { statesOf } from '@yikao/model/kernel/states.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { limits } from '@yikao/model/limits.ts';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { countStates } from '../calls/step-calls.ts';
import { grouped } from '../grouped.ts';
import { useKept } from '../layout/use-kept.ts';
import type { ListController } from '../list/use-list-controller.ts';
import styles from './StateTabs.module.css';

interface StateTabsProps {
  readonly list: ListController;
  readonly machine: AnyMachine;
}

const all = 'all';

/**
 * The states above the list, each with the number of rows that match the other filters. The chosen one is a filter of
 * the list, and so part of its address. Without such a filter there are no tabs.
 */
export function StateTabs({ list, machine }: StateTabsProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { dataset, filters } = list;
  const as = dataset.list.filters.find(({ field }) => field === machine.field)?.as;
  const others: FilterValues = Object.fromEntries(Object.entries(filters).filter(([key]) => key !== as));
  const counts = useKept({
    // Below the key of the dataset's rows: changes of rows also reload the numbers.
    queryKey: ['rows', dataset.name, readPath(dataset), 'states', others],
    queryFn: ({ signal }) => countStates(dataset, others, signal),
    enabled: list.waitsFor === undefined,
  });
  if (as === undefined) return null;
  const counted = list.waitsFor === undefined ? counts.data : undefined;
  const numbers = new Map(counted?.map(({ state, count }) => [state, count]));
  const chosen = filters[as] ?? [];
  const active = chosen.length === 0 ? all : chosen.length === 1 ? (chosen[0] ?? '') : '';
  const shown = statesOf(machine).filter(
    ({ name, code }) =>
      name !== undefined && (!machine.unused?.includes(name) || chosen.includes(String(code))),
  );
  const sum = [...numbers.values()].reduce((total, count) => total + count, 0);
  return (
    <Tabs
      className={styles.tabs ?? ''}
      size="small"
      activeKey={active}
      aria-label={t('steps.tabs')}
      onChange={key => list.search(key === all ? others : { ...others, [as]: [key] })}
      items={[
        { key: all, label: <Label text={t('steps.all')} count={counted && sum} /> },
        ...shown.map(({ code, name = '', label }) => ({
          key: String(code),
          label: <Label text={label[language]} count={numbers.get(name)} />,
        })),
      ]}
    />
  );
}

/** A state and the number of its rows; one without rows is drawn back. */
function Label({ text, count }: { readonly text: string; readonly count: number | undefined }) {
  const bound = limits.countedPerState;
  return (
    <span className={styles.label} data-empty={count === 0}>
      {text}
      {count !== undefined && (
        <span className={styles.count}>{count >= bound ? `${grouped(bound)}+` : grouped(count)}</span>
      )}
    </span>
  );
}
