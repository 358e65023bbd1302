import { Extension, type Extensions, Mark } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { holdsBlocks, inlineTags, ownOf } from './kinds.ts';
import { nodes } from './nodes.ts';
import { tableNodes } from './table-nodes.ts';

/**
 * An element within a line: bold, a link, a colour. All are one kind of mark, which keeps the order in which they were
 * nested; `key` keeps those apart that must not be joined.
 */
const inline = Mark.create({
  name: 'inline',
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', rendered: false, parseHTML: element => element.localName },
    own: { default: {}, rendered: false, parseHTML: element => ownOf(element) },
    key: { default: 0, rendered: false, parseHTML: () => null },
  }),
  parseHTML: () =>
    inlineTags.map(tag => ({ tag, getAttrs: element => (holdsBlocks(element) ? false : null) })),
  renderHTML: ({ mark }) => [mark.attrs.tag, mark.attrs.own, 0],
});

/** Undo, redo, and cursors where no text is. */
const basics = Extension.create({
  name: 'basics',
  addProseMirrorPlugins: () => [history(), gapCursor(), dropCursor({ class: 'rich-drop', color: false })],
  addKeyboardShortcuts() {
    const { editor } = this;
    const back = () => undo(editor.state, editor.view.dispatch);
    const forth = () => redo(editor.state, editor.view.dispatch);
    return { 'Mod-z': back, 'Shift-Mod-z': forth, 'Mod-y': forth };
  },
});

/** Everything that a document of rich text is made of, and its keys. */
export const documentExtensions: Extensions = [...nodes, ...tableNodes, inline, basics];
