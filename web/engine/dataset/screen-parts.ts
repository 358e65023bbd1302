import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import type { ReactNode } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { FieldOverrides } from '../field-overrides.ts';
import type { Selected } from '../hooks/selected.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import type { FormValues, WireRow } from '../wire-row.ts';
import type { ExtraRowAction } from './RowActions.tsx';
import type { ExtraTool } from './Toolbar.tsx';

/** An action on all selected rows at once, beneath the list. */
export interface ExtraBulkAction<R = FieldRecord> {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Takes all rows that match, on other pages too; `selected.condition` names them. Otherwise it is absent then. */
  readonly all?: boolean;
  /** Why it cannot be done with these rows, as far as the screen knows; it is then shown and cannot be pressed. */
  readonly against?: (selected: Selected<R>) => readonly string[];
  readonly act: (selected: Selected<R>) => void;
}

/** An action on selected rows of one dataset, which knows their fields: `BulkAction<typeof registry.agent>`. */
export type BulkAction<D extends AnyDataset> = ExtraBulkAction<WireRow<D['fields']>>;

/** A tab that a screen of its own adds to the details of a row, behind those of the child datasets. */
export interface ExtraRowTab<R = FieldRecord> {
  readonly key: string;
  readonly label: string;
  /** Rows that it is for; all of them where this is left out. */
  readonly fits?: (row: R) => boolean;
  readonly render: (row: R) => ReactNode;
}

/** A tab in the details of the rows of one dataset: `RowTab<typeof registry.sysJob>`. */
export type RowTab<D extends AnyDataset> = ExtraRowTab<WireRow<D['fields']>>;

/**
 * The parts that a screen of its own adds to the one that follows from the declaration; all of it knows the row of
 * the dataset.
 */
export interface ScreenParts<F extends FieldMap> {
  /** Buttons behind the others, which see the filters, the rows and what is selected. */
  readonly extra?: (list: ListController, selected: Selected<WireRow<F>>) => readonly ExtraTool[];
  /** A panel beside the rows, such as a table of contents that narrows the list. */
  readonly aside?: (list: ListController) => ReactNode;
  /** A panel between the rows and the pages. */
  readonly footer?: (list: ListController, selected: Selected<WireRow<F>>) => ReactNode;
  /** Its panel tells the sums of the declaration in a way of its own; the row of sums is left out. */
  readonly ownSums?: boolean;
  /** Actions that it adds to those of every row; the same array as long as nothing about them changes. */
  readonly rowActions?: readonly ExtraRowAction<WireRow<F>>[];
  /** `false`: the list has no column of actions; what may be done with a row stands in its details. */
  readonly actionColumn?: boolean;
  /** Actions in the details of a row alone; the same array as long as nothing about them changes. */
  readonly drawerActions?: readonly ExtraRowAction<WireRow<F>>[];
  /** Tabs that it adds to the details of a row. */
  readonly drawerTabs?: readonly ExtraRowTab<WireRow<F>>[];
  /** Actions on the selected rows. */
  readonly bulkActions?: readonly ExtraBulkAction<WireRow<F>>[];
  /** Fields that it shows in its own way. */
  readonly overrides?: FieldOverrides<NameOf<F>>;
  /** The part that it shows in the dialog of a step that one row takes, above what the dialog asks. */
  readonly stepExtra?: (step: Step, row: WireRow<F>) => ReactNode;
  /** The part that it adds before the buttons of the form, made from the values as they are being typed. */
  readonly formExtra?: (values: FormValues<F>) => ReactNode;
}
