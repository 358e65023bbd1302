import type { WaitingRows } from '@yikao/model/calls/waiting-calls.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { waitingItems } from '@yikao/model/contexts/waiting.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Waiting } from '@yikao/model/waiting.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FieldRecord } from '../../fields/field-view.ts';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { seenHere } from '../access/may.ts';
import { grouped } from '../grouped.ts';
import { listAddress, type PageAddress, pageAddress } from '../link/page-address.ts';
import { FieldCell, rowName } from '../list/columns.tsx';
import { keyOf } from '../row/row-key.ts';
import styles from './waiting.module.css';

interface WaitingRowsCardProps {
  readonly of: WaitingRows;
  /** Most rows that are shown. */
  readonly size: number;
}

/** One item: its number, the next step, and the first rows, each of which opens in its list. */
export function WaitingRowsCard({ of: found, size }: WaitingRowsCardProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const item = waitingItems.find(({ name }) => name === found.name);
  // A newer server may know items that this page does not.
  if (!item) return null;
  const { label, next, late } = item;
  const count = `${grouped(found.count)}${found.more ? '+' : ''}`;
  const rows = found.records.slice(0, size);
  const all = addressOf(item, found, undefined);
  return (
    <section className={styles.card} aria-label={label[language]}>
      <header>
        <h3>
          <Link to={all}>{label[language]}</Link>
        </h3>
        <b className={styles.count} data-late={late}>
          {count}
        </b>
      </header>
      <ul>
        {rows.map(row => (
          <li key={keyOf(item.of, row)}>
            <Row
              item={item}
              states={statesOf(item, found)}
              row={row}
              to={addressOf(item, found, keyOf(item.of, row))}
            />
          </li>
        ))}
      </ul>
      <footer>
        <span>{t('waiting.next', { step: next[language] })}</span>
        {found.count > rows.length && <Link to={all}>{t('waiting.all', { count })}</Link>}
      </footer>
    </section>
  );
}

function addressOf({ of, page }: Waiting, { query }: WaitingRows, row: number | undefined): PageAddress {
  return page ? pageAddress(page) : listAddress(of, { ...query, ...(row !== undefined && { row }) });
}

/** Reports whether the rows are in several states, so that each shows which one it is in. */
function statesOf({ of }: Waiting, { query }: WaitingRows): boolean {
  const field = machineOf(of)?.field;
  return field !== undefined && query[field]?.length !== 1;
}

interface RowProps {
  readonly item: Waiting;
  readonly states: boolean;
  readonly row: FieldRecord;
  readonly to: PageAddress;
}

function Row({ item, states, row, to }: RowProps) {
  const dataset = seenHere(item.of);
  const state = states ? machineOf(item.of)?.field : undefined;
  const field = state === undefined ? undefined : dataset.fields[state];
  const title = item.title === undefined ? undefined : fieldOf(dataset, item.title);
  const named = item.title === undefined ? undefined : row[item.title];
  const titled =
    title !== undefined && !title.private && named !== null && named !== undefined && named !== '';
  return (
    <Link className={styles.row} to={to}>
      <span className={styles.name} title={rowName(dataset, row)}>
        {titled ? (
          <FieldCell field={title} name={item.title ?? ''} value={row[item.title ?? '']} record={row} />
        ) : (
          rowName(dataset, row)
        )}
      </span>
      <span className={styles.tells}>
        {titled && (
          <span className={styles.number} title={rowName(dataset, row)}>
            {rowName(dataset, row)}
          </span>
        )}
        {state !== undefined && field?.kind === 'code' && row[state] != null && (
          <CodeTag of={field.of} value={row[state]} />
        )}
        {item.tells.map(name => {
          const told = fieldOf(dataset, name);
          if (!told || told.private || row[name] === null || row[name] === undefined) return null;
          return (
            <span key={name}>
              <FieldCell field={told} name={name} value={row[name]} record={row} />
            </span>
          );
        })}
      </span>
    </Link>
  );
}
