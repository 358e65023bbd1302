import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { WireRow } from '../wire-row.ts';
import styles from './DatasetTable.module.css';
import { MoreActions } from './MoreActions.tsx';

/**
 * Pixels of the action column: what spec section 9 gives it; what it takes where columns would have to hide for that, the
 * first button and one that opens the others; and that one alone.
 */
export const actionColumnWidths = { whole: 210, narrow: 100, folded: 56 } as const;

/** The room that the actions of a row have. */
export type ActionRoom = keyof typeof actionColumnWidths;

/** Buttons that a row shows; with more, the last ones go behind one button. */
const inlineMax = 4;

/** Pixels of a column that buttons cannot have, and what they take: a letter, a Chinese sign, around them, the last one. */
const taken = { cell: 10, letter: 6.8, sign: 14, around: 13, more: 28 };

function widthOf(label: string): number {
  const letters = [...label].map(letter => (letter > '\u2e80' ? taken.sign : taken.letter));
  return letters.reduce((sum, width) => sum + width, taken.around);
}

/** How many of the buttons stand in the column; fewer than all leave room for the one that holds the others. */
function roomFor(labels: readonly string[], room: ActionRoom): number {
  if (room === 'folded') return 0;
  const width = actionColumnWidths[room] - taken.cell;
  const ends = labels.map((_, index) =>
    labels.slice(0, index + 1).reduce((sum, one) => sum + widthOf(one), 0),
  );
  if (labels.length <= inlineMax && (ends.at(-1) ?? 0) <= width) return labels.length;
  const fitting = ends.filter(end => end <= width - taken.more).length;
  return Math.max(room === 'whole' ? 1 : 0, Math.min(fitting, inlineMax - 1));
}

/** The actions with those that people mostly come for first, unless they are too long for the one place there is. */
function leading<T extends { readonly label: string; readonly lead?: boolean }>(items: readonly T[]): T[] {
  const alone = actionColumnWidths.narrow - taken.cell - taken.more;
  const leads = items.filter(({ label, lead }) => lead === true && widthOf(label) <= alone);
  return [...leads, ...items.filter(item => !leads.includes(item))];
}

/** An action that a screen of its own adds to those of every row. */
export interface ExtraRowAction<R = FieldRecord> {
  readonly key: string;
  readonly label: string;
  readonly act: (row: R) => void;
  readonly danger?: boolean;
  /** Why it cannot be done with the row now, as far as the screen knows; it is then shown and cannot be pressed. */
  readonly against?: (row: R) => readonly string[];
  /** Rows that it is for; all of them where this is left out. */
  readonly fits?: (row: R) => boolean;
  /** The action that people mostly come for: it stands before the steps. */
  readonly lead?: boolean;
}

/** An action on the rows of one dataset, which knows their fields: `RowAction<typeof registry.agent>`. */
export type RowAction<D extends AnyDataset> = ExtraRowAction<WireRow<D['fields']>>;

/** The actions of a row; those that the person may not take are left out. */
export interface RowActionsOf {
  readonly any: boolean;
  /** Stand behind the first. */
  readonly extra?: readonly ExtraRowAction[];
  /** Stand in the details of the row alone. */
  readonly drawer?: readonly ExtraRowAction[];
  /** The steps of the row's machine, behind those of the screen. */
  readonly steps?: readonly ExtraRowAction[];
  /** The steps are a shorter way to what the form does, too: they stand before the deletion. */
  readonly aside?: boolean;
  readonly edit?: (row: FieldRecord) => void;
  readonly copy?: (row: FieldRecord) => void;
  readonly history?: (row: FieldRecord) => void;
  readonly remove?: (row: FieldRecord) => void;
  /** Whether the state of a row leaves anything of it to be edited. */
  readonly editable: (row: FieldRecord) => boolean;
  /** Whether the state of a row lets it be deleted. */
  readonly removable: (row: FieldRecord) => boolean;
}

interface RowActionsProps {
  readonly row: FieldRecord;
  readonly actions: RowActionsOf;
  readonly room: ActionRoom;
}

/** The buttons of one row. They are plain ones: those of Ant Design took half of the time in which a page is drawn. */
export function RowActions({ row, actions, room }: RowActionsProps) {
  const { t } = useTranslation(['engine', 'trust']);
  // What is known to stand against a step is told where the row stands alone, and in the step's own dialog.
  const hindered = ({ against }: ExtraRowAction) => (against?.(row) ?? []).length > 0;
  const fitting = (own: readonly ExtraRowAction[] = [], among = (_: ExtraRowAction) => true) =>
    own
      .filter(action => (action.fits === undefined || action.fits(row)) && among(action))
      .map(({ key, label, act, danger = false, lead = false }) => ({ key, label, danger, act, lead }));
  const offered: {
    readonly key: string;
    readonly label: string;
    readonly danger: boolean;
    readonly lead?: boolean;
    readonly act: ((row: FieldRecord) => void) | undefined;
  }[] = [
    {
      key: 'edit',
      label: t('list.edit'),
      danger: false,
      act: actions.editable(row) ? actions.edit : undefined,
    },
    ...fitting(actions.extra, ({ lead }) => lead === true),
    ...(actions.aside ? [] : fitting(actions.steps, action => !hindered(action))),
    ...fitting(actions.extra, ({ lead }) => lead !== true),
    { key: 'copy', label: t('list.copy'), danger: false, act: actions.copy },
    { key: 'history', label: t('trust:history.open'), danger: false, act: actions.history },
    ...(actions.aside ? fitting(actions.steps) : fitting(actions.steps, hindered)),
    {
      key: 'remove',
      label: t('list.delete'),
      danger: true,
      act: actions.removable(row) ? actions.remove : undefined,
    },
  ];
  const allowed = offered.filter(item => item.act !== undefined);
  const items = room === 'narrow' ? leading(allowed) : allowed;
  const quiet = (event: MouseEvent) => event.stopPropagation(); // a click on the row opens its details
  const first = items.slice(
    0,
    roomFor(
      items.map(({ label }) => label),
      room,
    ),
  );
  const rest = items.slice(first.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the buttons' clicks from the row, no more
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has no keyboard action to keep keys from
    <span className={styles.actions} onClick={quiet} onDoubleClick={quiet}>
      {first.map(({ key, label, danger, act }) => (
        <button
          key={key}
          type="button"
          className={styles.action}
          data-danger={danger}
          onClick={() => act?.(row)}
        >
          {label}
        </button>
      ))}
      {rest.length > 0 && (
        <MoreActions actions={rest.map(({ act, ...shown }) => ({ ...shown, act: () => act?.(row) }))} />
      )}
    </span>
  );
}
