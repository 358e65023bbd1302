import { Extension, type Extensions, Mark } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { AllSelection, Plugin } from '@tiptap/pm/state';
import { readCaret } from './caret.ts';
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

/** Reads the caret before a key is handled, which a busy page gets before the caret's announcement. */
const freshCaret = new Plugin({
  props: {
    handleDOMEvents: {
      keydown: (view, event) => {
        if (!event.isComposing) readCaret(view);
        return false;
      },
    },
  },
});

/** Undo, redo, cursors where no text is, and Enter where everything is selected. */
const basics = Extension.create({
  name: 'basics',
  addProseMirrorPlugins: () => [
    freshCaret,
    history(),
    gapCursor(),
    dropCursor({ class: 'rich-drop', color: false }),
  ],
  addKeyboardShortcuts() {
    const { editor } = this;
    const back = () => undo(editor.state, editor.view.dispatch);
    const forth = () => redo(editor.state, editor.view.dispatch);
    // No line can be split where all are selected, so the usual Enter would do nothing.
    const anew = () => editor.state.selection instanceof AllSelection && editor.commands.deleteSelection();
    return { 'Mod-z': back, 'Shift-Mod-z': forth, 'Mod-y': forth, Enter: anew };
  },
});

/** Everything that a document of rich text is made of, and its keys. */
export const documentExtensions: Extensions = [...nodes, ...tableNodes, inline, basics];
