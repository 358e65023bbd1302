import { Extension, Node } from '@tiptap/core';
import type { DOMOutputSpec } from '@tiptap/pm/model';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { ownOf } from './kinds.ts';

/** The roles of nodes for the commands of tables. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const own = (...without: string[]) => ({
  default: {},
  rendered: false,
  parseHTML: (element: HTMLElement) => ownOf(element, without),
});

const only = (value: unknown) => ({ default: value, rendered: false, parseHTML: () => null });

/** A table. `before` is the HTML of its caption and its columns, which are kept as they are. */
const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({ own: own(), before: only(''), gap: only(false) }),
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ node }): DOMOutputSpec => {
    const dom = document.createElement('table');
    dom.innerHTML = String(node.attrs.before);
    for (const [name, value] of Object.entries<string>(node.attrs.own)) dom.setAttribute(name, value);
    const contentDOM = dom.appendChild(document.createElement('tbody'));
    return { dom, contentDOM };
  },
});

/** A row. `section` says which head, body or foot of the table it is in; null for one that was added: as that before. */
const tableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({ own: own(), section: only(null) }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ node }) => ['tr', node.attrs.own, 0],
});

const span = (name: 'colSpan' | 'rowSpan') => ({
  default: 1,
  rendered: false,
  parseHTML: (element: HTMLElement) => (element as HTMLTableCellElement)[name] || 1,
});

const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      own: own('colspan', 'rowspan'),
      colspan: span('colSpan'),
      rowspan: span('rowSpan'),
      // The commands of tables look at it; widths are styles here.
      colwidth: only(null),
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ node: { attrs } }) => {
      const spans = {
        ...(attrs.colspan > 1 && { colspan: String(attrs.colspan) }),
        ...(attrs.rowspan > 1 && { rowspan: String(attrs.rowspan) }),
      };
      return [tag, { ...attrs.own, ...spans }, 0];
    },
  });

/** Selecting cells, and Tab from one to the next. */
const editing = Extension.create({
  name: 'tableEditing',
  priority: 200,
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => () =>
      goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
});

/** The nodes of tables. */
export const tableNodes = [table, tableRow, cell('tableCell', 'td'), cell('tableHeader', 'th'), editing];
