import type { ComponentProps } from 'react';

/**
 * The parts of the table of a list. Headings and rows are two tables side by side, because the headings stay while the
 * rows scroll. For screen readers they are one: the element around both has the role of a table, and these parts have the
 * roles of its rows and headings, so that each cell is read with its heading.
 */
export const tableParts = {
  table: LaidOut,
  head: { table: LaidOut, row: PlainRow, cell: HeadCell },
  /** In place of rows. */
  placeholder: { row: PlainRow, cell: PlainCell },
} as const;

/** A table for the layout alone. */
function LaidOut(props: ComponentProps<'table'>) {
  return <table role="presentation" {...props} />;
}

function PlainRow(props: ComponentProps<'tr'>) {
  // biome-ignore lint/a11y/noRedundantRoles: a row of a table for the layout has no role by itself
  return <tr role="row" {...props} />;
}

function HeadCell(props: ComponentProps<'th'>) {
  // The space above the scrollbar is no heading.
  const role = props.className?.includes('ant-table-cell-scrollbar') ? 'presentation' : 'columnheader';
  return <th role={role} {...props} />;
}

function PlainCell(props: ComponentProps<'td'>) {
  // biome-ignore lint/a11y/noRedundantRoles: a cell of a table for the layout has no role by itself
  return <td role="cell" {...props} />;
}
