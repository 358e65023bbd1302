import { Extension } from '@tiptap/core';
import { type FormatName, toggleFormat } from './marks.ts';

/** The usual keys for looks: Ctrl or ⌘ with B, I, U, and with Shift and X for what is struck through. */
export const shortcuts = Extension.create({
  name: 'shortcuts',
  addKeyboardShortcuts() {
    const toggle = (name: FormatName) => () =>
      toggleFormat(name)(this.editor.state, this.editor.view.dispatch);
    return {
      'Mod-b': toggle('bold'),
      'Mod-i': toggle('italic'),
      'Mod-u': toggle('underline'),
      'Mod-Shift-x': toggle('strike'),
    };
  },
});
