import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import type { ReactNode } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { Permitted } from '../access/may.ts';
import type { FieldOverrides } from '../field-overrides.ts';
import type { Selected } from '../list/selected.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { ExtraRowAction } from '../row/RowActions.tsx';
import type { FormValues, WireRow } from '../wire-row.ts';
import type { ExtraTool } from './list-tools.tsx';

/** An action on all selected rows, below the list. */
export interface ExtraBulkAction<R = FieldRecord> extends Permitted {
  readonly key: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Takes all rows that match, on other pages too; `selected.condition` names them. Otherwise it is absent then. */
  readonly all?: boolean;
  /** The known reasons against it for these rows; it is then shown disabled. */
  readonly against?: (selected: Selected<R>) => readonly string[];
  readonly act: (selected: Selected<R>) => void;
}

/** An action on selected rows of one dataset, typed by its fields: `BulkAction<typeof registry.agent>`. */
export type BulkAction<D extends AnyDataset> = ExtraBulkAction<WireRow<D['fields']>>;

/** A tab that a custom screen adds to a row's details, after those of the child datasets. */
export interface ExtraRowTab<R = FieldRecord> extends Permitted {
  readonly key: string;
  readonly label: string;
  /** Comes before the fields, and is shown when a row is opened: the part for which people open rows. */
  readonly first?: true;
  /** Keys of the row's actions and steps that the tab offers itself, so that the line of buttons leaves them out. */
  readonly offers?: readonly string[];
  /** Rows that have the tab. Defaults to all. */
  readonly fits?: (row: R) => boolean;
  readonly render: (row: R) => ReactNode;
}

/** A tab in the details of one dataset's rows: `RowTab<typeof registry.sysJob>`. */
export type RowTab<D extends AnyDataset> = ExtraRowTab<WireRow<D['fields']>>;

/** A choice of a dataset's exports that is sent as `1` under its name once it is made. */
export interface ExportChoice {
  readonly name: string;
  readonly label: string;
  /** The effect, beneath it. */
  readonly help: string;
}

/** The parts that a custom screen adds to the declared one, all typed by the dataset's row. */
export interface ScreenParts<F extends FieldMap> {
  /** Buttons after the others, with access to the filters, rows and selection. */
  readonly extra?: (list: ListController, selected: Selected<WireRow<F>>) => readonly ExtraTool[];
  /** A panel next to the rows, such as a table of contents that narrows the list. */
  readonly aside?: (list: ListController) => ReactNode;
  /** A panel between the rows and the pages. */
  readonly footer?: (list: ListController, selected: Selected<WireRow<F>>) => ReactNode;
  /** Its panel shows the declared sums itself, replacing the row of sums. */
  readonly ownSums?: boolean;
  /** Actions added to every row; must be a stable array. */
  readonly rowActions?: readonly ExtraRowAction<WireRow<F>>[];
  /** `false`: the list has no action column; the row's details have the actions. */
  readonly actionColumn?: boolean;
  /** Actions only in a row's details; must be a stable array. */
  readonly drawerActions?: readonly ExtraRowAction<WireRow<F>>[];
  /** Tabs that it adds to the details of a row. */
  readonly drawerTabs?: readonly ExtraRowTab<WireRow<F>>[];
  /** Opens in place of the form of a new row, such as a wizard. */
  readonly onAdd?: () => void;
  /** A choice that exports of it have besides. */
  readonly exportChoice?: ExportChoice;
  /** Actions on the selected rows. */
  readonly bulkActions?: readonly ExtraBulkAction<WireRow<F>>[];
  /** Fields with a custom rendering. */
  readonly overrides?: FieldOverrides<NameOf<F>>;
  /** Content shown in the dialog of a step for one row, above its inputs. */
  readonly stepExtra?: (step: Step, row: WireRow<F>) => ReactNode;
  /** The part that it adds before the buttons of the form, made from the values as they are being typed. */
  readonly formExtra?: (values: FormValues<F>) => ReactNode;
  /** A panel beside the form, which is wider then, such as a preview of what is being typed. */
  readonly formBeside?: (values: FormValues<F>) => ReactNode;
}
