import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { isInTable, mergeCells, splitCell } from '@tiptap/pm/tables';
import { useEffect, useState } from 'react';
import { alignIn, headingIn, isQuoted } from './blocks.ts';
import { type FormatName, formats, isFormatted, linkIn, styleIn } from './marks.ts';

/** The state of the toolbar, by the place where the cursor is. */
export interface Facts {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly heading: string | undefined;
  readonly size: string | undefined;
  readonly colour: string | undefined;
  readonly highlight: string | undefined;
  readonly align: string | undefined;
  readonly bulletList: boolean;
  readonly orderedList: boolean;
  readonly quote: boolean;
  readonly link: string | undefined;
  readonly inTable: boolean;
  readonly canMerge: boolean;
  readonly canSplit: boolean;
  readonly on: Readonly<Record<FormatName, boolean>>;
}

function factsOf({ state }: Editor): Facts {
  const inTable = isInTable(state);
  const { $from } = state.selection;
  const within = (name: string) =>
    Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).findLast(
      ({ type }) => type.name === 'bulletList' || type.name === 'orderedList',
    )?.type.name === name;
  const names = Object.keys(formats) as FormatName[];
  return {
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    heading: headingIn(state),
    size: styleIn(state, 'font-size'),
    colour: styleIn(state, 'color'),
    highlight: styleIn(state, 'background-color'),
    align: alignIn(state),
    bulletList: within('bulletList'),
    orderedList: within('orderedList'),
    quote: isQuoted(state),
    link: linkIn(state),
    inTable,
    canMerge: inTable && mergeCells(state),
    canSplit: inTable && splitCell(state),
    on: Object.fromEntries(names.map(name => [name, isFormatted(state, name)])) as Facts['on'],
  };
}

/** The {@link Facts} of now; the toolbar is drawn again only where one of them changed. */
export function useFacts(editor: Editor): Facts {
  const [facts, setFacts] = useState(() => factsOf(editor));
  useEffect(() => {
    const look = () =>
      setFacts(before => {
        const now = factsOf(editor);
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    look();
    editor.on('transaction', look);
    return () => {
      editor.off('transaction', look);
    };
  }, [editor]);
  return facts;
}
