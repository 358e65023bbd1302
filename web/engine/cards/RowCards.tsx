import { machineOf } from '@yikao/model/contexts/machines.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Checkbox, Flex } from 'antd';
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { FieldCell, rowName } from '../list/columns.tsx';
import { EmptyList, type EmptyListProps } from '../list/EmptyList.tsx';
import { RowSlices, useWaits } from '../list/RowSlices.tsx';
import type { RowTableActs } from '../list/RowTable.tsx';
import { RowActions, type RowActionsOf } from '../row/RowActions.tsx';
import { keyOf } from '../row/row-key.ts';
import { type CardField, cardValues } from './card-values.ts';
import styles from './RowCards.module.css';

interface RowCardsProps extends EmptyListProps {
  readonly selected: readonly number[];
  readonly selectable: boolean;
  readonly actions: RowActionsOf;
  readonly opened: number | undefined;
  /** Around the cards. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly on: Pick<RowTableActs, 'select' | 'open'>;
}

/** Most values of a row shown next to its name; its details have all. */
const shownValues = 4;

/** Fields that are already part of the row's name. */
function named(dataset: AnyDataset): ReadonlySet<string> {
  const own = dataset.fields[dataset.identity.name]?.kind === 'text';
  return new Set([dataset.key, dataset.identity.name, ...(own ? [] : dataset.naturalKey)]);
}

/** Rows and their descendants in sequence. */
function flat(rows: readonly FieldRecord[], depth = 0): { row: FieldRecord; depth: number }[] {
  return rows.flatMap(row => [
    { row, depth },
    ...flat(Array.isArray(row.children) ? (row.children as FieldRecord[]) : [], depth + 1),
  ]);
}

/** The rows on a phone: one card each, with its name and state first. */
export function RowCards({ list, selected, selectable, actions, opened, frame, first, on }: RowCardsProps) {
  const { dataset, preferences, rows } = list;
  const language = useLanguage();
  const cards = useMemo(() => flat(rows), [rows]);
  const keys = useMemo(() => cards.map(({ row }) => keyOf(dataset, row)), [cards, dataset]);
  const fields = useMemo(() => {
    const state = machineOf(dataset)?.field;
    const names = named(dataset);
    return preferences.columns.flatMap(({ name, shown }) => {
      const field = fieldOf(dataset, name);
      return shown && field && name !== state && !names.has(name) ? [{ name, field }] : [];
    });
  }, [dataset, preferences.columns]);

  const chosen = useRef(selected);
  useEffect(() => {
    chosen.current = selected;
  });
  const choose = useCallback(
    (key: number, checked: boolean) =>
      on.select(checked ? [...chosen.current, key] : chosen.current.filter(other => other !== key)),
    [on],
  );

  if (rows.length === 0) return <EmptyList list={list} first={first} />;
  return (
    <RowSlices keys={keys} frame={frame}>
      <ul className={styles.cards} aria-label={dataset.label[language]}>
        {cards.map(({ row, depth }) => {
          const key = keyOf(dataset, row);
          return (
            <RowCard
              key={key}
              rowKey={key}
              {...{ dataset, row, depth, fields, actions }}
              selected={selectable ? selected.includes(key) : undefined}
              opened={key === opened}
              onSelect={choose}
              onOpen={on.open}
            />
          );
        })}
      </ul>
    </RowSlices>
  );
}

interface RowCardProps extends Pick<RowCardsProps, 'actions'> {
  readonly dataset: AnyDataset;
  readonly row: FieldRecord;
  readonly rowKey: number;
  /** Number of ancestors. */
  readonly depth: number;
  /** Fields whose values it shows, if set. */
  readonly fields: readonly CardField[];
  /** Undefined if rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly opened: boolean;
  readonly onSelect: (key: number, selected: boolean) => void;
  readonly onOpen: (row: FieldRecord) => void;
}

/** The card of a row. Memoised; on a long page rendered in turn. */
const RowCard = memo((props: RowCardProps) => {
  const { dataset, row, rowKey: key, depth, fields, actions, selected, opened, onSelect, onOpen } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  if (useWaits(key)) return null;
  const state = machineOf(dataset)?.field;
  const stateField = state === undefined ? undefined : dataset.fields[state];
  const title = rowName(dataset, row);
  const values = cardValues(fields, row, title, language, shownValues);
  return (
    <li
      className={styles.card}
      data-row-key={key}
      data-opened={opened}
      style={{ marginInlineStart: depth * 16 }}
    >
      <Flex gap={8} align="center">
        {selected !== undefined && (
          <Checkbox
            checked={selected}
            aria-label={t('list.selectRow', { id: key })}
            onChange={({ target }) => onSelect(key, target.checked)}
          />
        )}
        <button type="button" className={styles.name} onClick={() => onOpen(row)}>
          {title}
        </button>
        {state !== undefined && stateField?.kind === 'code' && (
          <CodeTag of={stateField.of} value={row[state]} />
        )}
        {actions.any && <RowActions row={row} actions={actions} room="folded" />}
      </Flex>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(({ name, field }) => (
            <div key={name} data-wide={field.kind === 'dateTime'}>
              <dt>{field.label[language]}</dt>
              <dd>
                <FieldCell field={field} name={name} value={row[name]} record={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
});
