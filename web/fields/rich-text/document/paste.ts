import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { cleanBody } from '../clean-html.ts';
import { carriedPictures, fileOfPicture, pastedPage } from './pasted-html.ts';
import { readBlocks } from './read-html.ts';

/** Stores a picture and returns its address; undefined if it may not be stored, which the person was told. */
export type StorePicture = (file: File) => Promise<string | undefined>;

const isBareLine = (node: Node) => node.type.name === 'paragraph' && node.attrs.tag === null;

/** Text of the same line that was copied in the editor is put into a line, not under it. */
function isPartOfLine(html: string, nodes: readonly Node[]): boolean {
  const [first] = nodes;
  if (nodes.length !== 1 || first?.type.name !== 'paragraph') return false;
  return isBareLine(first) || /data-pm-slice="[1-9]/.test(html);
}

/** Puts nodes in place of the selection: an empty line gives way to them, another is parted. */
export function put(tr: Transaction, nodes: readonly Node[], inLine: boolean): Transaction {
  const content = Fragment.from([...nodes]);
  if (inLine) return tr.replaceSelection(new Slice(content, 1, 1));
  if (!tr.selection.empty) tr.deleteSelection();
  const { $from } = tr.selection;
  const isEmpty = $from.parent.isTextblock && $from.parent.childCount === 0;
  if (!isEmpty) return tr.replaceSelection(new Slice(content, 0, 0));
  const end = $from.before() + content.size;
  tr.replaceWith($from.before(), $from.after(), content);
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
}

function nodesOf(schema: Schema, html: string): Node[] {
  return readBlocks(cleanBody(html)).map(json => {
    const node = schema.nodeFromJSON(json);
    node.check();
    return node;
  });
}

/** Inserts HTML at the selection: cleaned, with its styles and pictures. */
function insertHtml(view: EditorView, html: string, page: Document): void {
  const nodes = nodesOf(view.state.schema, page.body.innerHTML);
  if (nodes.length === 0) return;
  const tr = put(view.state.tr, nodes, isPartOfLine(html, nodes));
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
}

/** Inserts a picture of an address at the selection. */
function insertPicture(view: EditorView, address: string, name: string): void {
  const { image } = view.state.schema.nodes;
  if (!image) return;
  const own = { src: address, alt: name, style: 'max-width: 100%' };
  view.dispatch(view.state.tr.replaceSelectionWith(image.create({ own })).scrollIntoView());
}

/** Stores pictures that come as files, one after the other, and inserts them. */
export async function insertFiles(
  view: EditorView,
  files: readonly File[],
  store: StorePicture,
): Promise<void> {
  for (const file of files) {
    const address = await store(file);
    if (address !== undefined && !view.isDestroyed) insertPicture(view, address, file.name);
  }
}

/** Stores the pictures that a page carries, one after the other, and inserts it; a picture not stored is left out. */
async function insertWithPictures(
  view: EditorView,
  html: string,
  page: Document,
  store: StorePicture,
): Promise<void> {
  for (const picture of carriedPictures(page)) {
    const file = await fileOfPicture(picture.getAttribute('src') ?? '');
    const address = file && (await store(file));
    if (address === undefined) picture.remove();
    else picture.setAttribute('src', address);
  }
  if (!view.isDestroyed) insertHtml(view, html, page);
}

const picturesOf = (data: DataTransfer) =>
  Array.from(data.files).filter(({ type }) => type.startsWith('image/'));

/** A copied picture comes as a file, and as HTML that names where it was. */
function isPictureAlone(page: Document): boolean {
  return page.body.textContent?.trim() === '' && page.querySelectorAll('img').length <= 1;
}

/** Takes in what is pasted or dropped; false leaves it to the editor: plain text, and cells within a table. */
function take(view: EditorView, data: DataTransfer | null, store: StorePicture): boolean {
  if (!data || !view.editable) return false;
  const html = data.getData('text/html');
  const files = picturesOf(data);
  if (html === '' && files.length === 0) return false;
  const page = pastedPage(html);
  if (files.length > 0 && isPictureAlone(page)) {
    void insertFiles(view, files, store);
    return true;
  }
  if (html === '') return false;
  if (isInTable(view.state) && html.includes('data-pm-slice') && page.querySelector('td, th')) return false;
  if (carriedPictures(page).length > 0) void insertWithPictures(view, html, page, store);
  else insertHtml(view, html, page);
  return true;
}

/** Paste and drop: HTML with its styles and pictures, picture files through the upload. */
export function pasting(store: StorePicture): Extension {
  return Extension.create({
    name: 'pasting',
    priority: 900,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (view, event) => take(view, event.clipboardData, store),
          handleDrop: (view, event, _, moved) => {
            if (moved) return false;
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (at)
              view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
            if (!take(view, event.dataTransfer, store)) return false;
            event.preventDefault();
            return true;
          },
        },
      }),
    ],
  });
}
