import { getSchema } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { documentExtensions } from '../document/extensions.ts';
import { put } from '../document/paste.ts';
import { writeHtml } from '../document/write-html.ts';
import {
  beginPictures,
  countWaiting,
  imageAttributes,
  newPictureId,
  type PictureProgress,
  pictureProgress,
  placeAddress,
  waitingPictures,
} from './waiting-pictures.ts';

const schema = getSchema(documentExtensions);
const { paragraph, image } = schema.nodes;

/** The plugin alone: the editor around it needs a page. */
function plugin(): Plugin {
  const made = waitingPictures(name => name).config.addProseMirrorPlugins?.call({} as never); // it reads nothing of it
  return (made as Plugin[])[0] as Plugin;
}

/** An editor without a page. */
function editor() {
  let state = EditorState.create({
    doc: schema.nodes.doc!.create(null, [paragraph!.create(null, [schema.text('前后')])]),
    plugins: [plugin(), history()],
  });
  const dispatch = (tr: Transaction) => {
    state = state.apply(tr);
  };
  dispatch(state.tr.setSelection(TextSelection.create(state.doc, 2)));
  return {
    get state() {
      return state;
    },
    get html() {
      return writeHtml(state.doc);
    },
    dispatch,
    /** Pastes a line with a picture on a separate line behind it. */
    paste(id: number) {
      const place = image!.create({ own: { alt: '图' }, waiting: id });
      const lines = [
        paragraph!.create({ tag: 'p' }, [schema.text('正文')]),
        paragraph!.create({ tag: 'p' }, [place]),
      ];
      const picture = { id, name: '图', read: () => Promise.resolve(undefined) };
      dispatch(beginPictures(put(state.tr, lines, false), [picture]));
    },
    tell(id: number, progress: PictureProgress) {
      dispatch(pictureProgress(state, id, progress));
    },
    undo: () => undo(state, dispatch),
    redo: () => redo(state, dispatch),
  };
}

const stored = '<p>前</p><p>正文</p><p><img alt="图" src="/common/file/1.jpg"></p><p>后</p>';

describe('the place of a picture', () => {
  it('is not written, keeps its place while somebody types, and becomes the picture', () => {
    const made = editor();
    const id = newPictureId();
    made.paste(id);
    expect(made.html).toBe('<p>前</p><p>正文</p><p><br></p><p>后</p>');
    expect(countWaiting(made.state.doc)).toBe(1);
    made.dispatch(made.state.tr.insertText('更', 1));
    made.tell(id, { share: 0.5 });
    made.tell(id, { address: '/common/file/1.jpg' });
    expect(made.html).toBe(stored.replace('前', '更前'));
    expect(countWaiting(made.state.doc)).toBe(0);
  });

  it('goes without a trace where the picture is left out', () => {
    const made = editor();
    const id = newPictureId();
    made.paste(id);
    made.tell(id, { leftOut: true });
    expect(made.html).toBe('<p>前</p><p>正文</p><p></p><p>后</p>');
  });

  it('leaves undo and redo as they are: the picture is no step, and comes back with its paste', () => {
    const made = editor();
    const id = newPictureId();
    made.paste(id);
    made.tell(id, { address: '/common/file/1.jpg' });
    made.undo();
    expect(made.html).toBe('<p>前后</p>');
    made.redo();
    expect(made.html).toBe(stored);
  });

  it('is filled by an undo where the picture was stored while its place was away', () => {
    const made = editor();
    const id = newPictureId();
    made.paste(id);
    made.undo();
    expect(countWaiting(made.state.doc)).toBe(0);
    made.tell(id, { address: '/common/file/1.jpg' });
    made.redo();
    expect(made.html).toBe(stored);
  });

  it('is taken out where nobody stores its picture', () => {
    const made = editor();
    const place = image!.create(imageAttributes({ src: placeAddress(newPictureId()) }));
    made.dispatch(made.state.tr.insert(1, place));
    expect(made.html).toBe('<p>前后</p>');
  });
});

describe('the caret after a paste', () => {
  const caretAfter = (nodes: Parameters<typeof put>[1], at: number) => {
    const made = editor();
    const tr = made.state.tr.setSelection(TextSelection.create(made.state.doc, at));
    made.dispatch(put(tr, nodes, false));
    made.dispatch(made.state.tr.insertText('|'));
    return made.html;
  };
  const line = () => paragraph!.create({ tag: 'p' }, [schema.text('正文')]);
  const cell = () => schema.nodes.tableCell!.createAndFill()!;
  const table = () => schema.nodes.table!.create(null, schema.nodes.tableRow!.create(null, [cell()]));

  it('is behind the pasted lines, wherever they were pasted', () => {
    expect(caretAfter([line()], 1)).toBe('<p>正文|</p><p>前后</p>');
    expect(caretAfter([line()], 2)).toBe('<p>前</p><p>正文|</p><p>后</p>');
    expect(caretAfter([line()], 3)).toBe('<p>前后</p><p>正文|</p>');
    expect(caretAfter([line(), schema.nodes.box!.create(null, [line()])], 3)).toBe(
      '<p>前后</p><p>正文</p><section><p>正文|</p></section>',
    );
  });

  it('is behind a table and a rule, not in them', () => {
    expect(caretAfter([table()], 2)).toMatch(/<\/table><p>\|后<\/p>$/);
    expect(caretAfter([table()], 3)).toMatch(/<\/table><p>\|<\/p>$/);
    expect(caretAfter([schema.nodes.rule!.create()], 3)).toBe('<p>前后</p><hr><p>|</p>');
  });
});
