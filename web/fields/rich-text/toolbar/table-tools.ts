import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import { insertTable } from './blocks.ts';
import type { Facts } from './use-facts.ts';

/** The commands for tables, in the order of the menu; a line is between groups. */
export const tableTools = [
  { insertTable: insertTable(3, 3) },
  { rowAbove: addRowBefore, rowBelow: addRowAfter, columnLeft: addColumnBefore, columnRight: addColumnAfter },
  { mergeCells, splitCell, headRow: toggleHeaderRow },
  { deleteRow, deleteColumn, deleteTable },
] as const satisfies readonly Readonly<Record<string, Command>>[];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** The name of one of {@link tableTools}. */
export type TableTool = KeysOf<(typeof tableTools)[number]>;

/** Every one of {@link tableTools}, by name. */
export const tableCommands = Object.assign({}, ...tableTools) as Readonly<Record<TableTool, Command>>;

/** Reports whether a command can be used where the cursor is. */
export function isOffered(tool: TableTool, { inTable, canMerge, canSplit }: Facts): boolean {
  if (tool === 'mergeCells') return canMerge;
  if (tool === 'splitCell') return canSplit;
  return tool === 'insertTable' || inTable;
}
