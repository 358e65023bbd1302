import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { machineOf } from '@yikao/model/machines/index.ts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { isBlank } from '../../fields/parts/values.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import { FieldCell, rowName } from './columns.tsx';
import { EmptyList } from './EmptyList.tsx';
import { RowActions, type RowActionsOf } from './RowActions.tsx';
import styles from './RowCards.module.css';

interface RowCardsProps {
  readonly list: ListController;
  readonly selected: readonly number[];
  readonly onSelect: (keys: number[]) => void;
  readonly selectable: boolean;
  readonly actions: RowActionsOf;
  readonly onOpen: (row: FieldRecord) => void;
  readonly opened: number | undefined;
}

/** Values of a row beside its name: what fits a glance; all of them stand in its details. */
const shownValues = 4;

/** Fields that say which row it is: its name says them already. */
function named(dataset: AnyDataset): ReadonlySet<string> {
  const own = dataset.fields[dataset.identity.name]?.kind === 'text';
  return new Set([dataset.key, dataset.identity.name, ...(own ? [] : dataset.naturalKey)]);
}

/** Rows and those beneath them, one after the other. */
function flat(rows: readonly FieldRecord[], depth = 0): { row: FieldRecord; depth: number }[] {
  return rows.flatMap(row => [
    { row, depth },
    ...flat(Array.isArray(row.children) ? (row.children as FieldRecord[]) : [], depth + 1),
  ]);
}

/** The rows on a phone: a card each, with what tells it apart first and its state beside that. */
export function RowCards(props: RowCardsProps) {
  const { list, selected, onSelect, selectable, actions, onOpen, opened } = props;
  const { dataset, preferences } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const state = machineOf(dataset)?.field;
  const stateField = state === undefined ? undefined : dataset.fields[state];
  const names = named(dataset);
  const columns = preferences.columns.filter(
    ({ name, shown }) => shown && name !== state && !names.has(name) && fieldOf(dataset, name) !== undefined,
  );
  if (list.rows.length === 0) return <EmptyList list={list} />;
  return (
    <ul className={styles.cards} aria-label={dataset.label[language]}>
      {flat(list.rows).map(({ row, depth }) => {
        const key = Number(row[dataset.key]);
        const values = columns.filter(({ name }) => !isBlank(row[name])).slice(0, shownValues);
        return (
          <li
            key={key}
            className={styles.card}
            data-row-key={key}
            data-opened={key === opened}
            style={{ marginInlineStart: depth * 16 }}
          >
            <div className={styles.head}>
              {selectable && (
                <Checkbox
                  checked={selected.includes(key)}
                  aria-label={t('list.selectRow', { id: key })}
                  onChange={({ target }) =>
                    onSelect(target.checked ? [...selected, key] : selected.filter(other => other !== key))
                  }
                />
              )}
              <button type="button" className={styles.name} onClick={() => onOpen(row)}>
                {rowName(dataset, row)}
              </button>
              {state !== undefined && stateField?.kind === 'code' && (
                <CodeTag of={stateField.of} value={row[state]} />
              )}
              {actions.any && <RowActions row={row} actions={actions} room="folded" />}
            </div>
            {values.length > 0 && (
              <dl className={styles.values}>
                {values.map(({ name }) => {
                  const field = fieldOf(dataset, name);
                  return (
                    field && (
                      <div key={name}>
                        <dt>{field.label[language]}</dt>
                        <dd>
                          <FieldCell field={field} name={name} value={row[name]} record={row} />
                        </dd>
                      </div>
                    )
                  );
                })}
              </dl>
            )}
          </li>
        );
      })}
    </ul>
  );
}
