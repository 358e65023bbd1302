import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { Permitted } from '../access/may.ts';
import type { FormStartAt } from '../form/use-form-controller.ts';
import styles from '../list/DatasetTable.module.css';
import { MoreActions } from '../screen/MoreActions.tsx';
import type { WireRow } from '../wire-row.ts';

/**
 * Widths of the action column in pixels: that of spec section 9; with only the first button and the overflow button, if
 * important columns would otherwise be hidden; and with the overflow button only.
 */
export const actionColumnWidths = { whole: 210, narrow: 108, folded: 56 } as const;

/** The room that the actions of a row have. */
export type ActionRoom = keyof typeof actionColumnWidths;

/** Most buttons in a row; further actions are behind the overflow button. */
const inlineMax = 4;

/**
 * Pixels of a column not available to buttons, and the widths of a letter, a Chinese character, the padding, and the
 * overflow button.
 */
const taken = { cell: 10, letter: 6.8, sign: 14, around: 13, more: 28 };

function widthOf(label: string): number {
  const letters = [...label].map(letter => (letter > '\u2e80' ? taken.sign : taken.letter));
  return letters.reduce((sum, width) => sum + width, taken.around);
}

/** The number of buttons that fit in the column; fewer than all leave room for the overflow button. */
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

/** Puts the most common actions first, unless they are too long for the only place. */
function leading<T extends { readonly label: string; readonly lead?: boolean }>(items: readonly T[]): T[] {
  const alone = actionColumnWidths.narrow - taken.cell - taken.more;
  const leads = items.filter(({ label, lead }) => lead === true && widthOf(label) <= alone);
  return [...leads, ...items.filter(item => !leads.includes(item))];
}

/** An action that a custom screen adds to every row. */
export interface ExtraRowAction<R = FieldRecord> extends Permitted {
  readonly key: string;
  readonly label: string;
  readonly act: (row: R) => void;
  readonly danger?: boolean;
  /** The known reasons against it for a row; it is then shown disabled. */
  readonly against?: (row: R) => readonly string[];
  /** Rows that have the action. Defaults to all. */
  readonly fits?: (row: R) => boolean;
  /** The most common action, shown before the steps. */
  readonly lead?: boolean;
  /** Reports whether it moves a row on, so that it may be the next step. Defaults to true. */
  readonly leadsOn?: (row: R) => boolean;
}

/** An action on the rows of one dataset, typed by its fields: `RowAction<typeof registry.agent>`. */
export type RowAction<D extends AnyDataset> = ExtraRowAction<WireRow<D['fields']>>;

/** The actions of a row that the person may take. */
export interface RowActionsOf {
  readonly any: boolean;
  /** Shown after the first. */
  readonly extra?: readonly ExtraRowAction[];
  /** Shown only in the row's details. */
  readonly drawer?: readonly ExtraRowAction[];
  /** The steps of the row's machine, after those of the screen. */
  readonly steps?: readonly ExtraRowAction[];
  /** The steps are a shortcut for the form: they are shown just before deletion. */
  readonly aside?: boolean;
  /** Opens the row's form, with the cursor in its first field or in the one given. */
  readonly edit?: (row: FieldRecord, start?: FormStartAt) => void;
  readonly copy?: (row: FieldRecord) => void;
  readonly history?: (row: FieldRecord) => void;
  readonly remove?: (row: FieldRecord) => void;
  /** Reports whether the person may change the row; false for a shared one. */
  readonly own: (row: FieldRecord) => boolean;
  /** Reports whether a row's state and owner allow editing any of it. */
  readonly editable: (row: FieldRecord) => boolean;
  /** Reports whether a row's state and owner allow deleting it. */
  readonly removable: (row: FieldRecord) => boolean;
}

interface RowActionsProps {
  readonly row: FieldRecord;
  readonly actions: RowActionsOf;
  readonly room: ActionRoom;
}

/** The buttons of one row. They are plain HTML: Ant Design's took half of a page's rendering time. */
export function RowActions({ row, actions, room }: RowActionsProps) {
  const { t } = useTranslation(['engine', 'trust']);
  // Known obstacles to a step are shown in the row's details, and in the step's dialog.
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
    ...(actions.aside ? [] : fitting(actions.steps, action => !hindered(action) && action.danger !== true)),
    ...fitting(actions.extra, ({ lead }) => lead !== true),
    // The steps of a day come before those that take a row away.
    ...(actions.aside ? [] : fitting(actions.steps, action => !hindered(action) && action.danger === true)),
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
