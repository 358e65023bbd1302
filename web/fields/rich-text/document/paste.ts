import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { cleanBody } from '../clean-html.ts';
import { LeftOut, takeOutParts } from '../pictures/left-out.ts';
import {
  beginPictures,
  knowsPicture,
  newPictureId,
  placeAddress,
  type WaitingPicture,
} from '../pictures/waiting-pictures.ts';
import { caretBehind } from './caret.ts';
import { carriedPictures, fileOfPicture, pastedPage } from './pasted-html.ts';
import { readBlocks } from './read-html.ts';

/** The editor around a paste. */
interface PasteServices {
  /** Stores the pictures whose places were inserted, and names what was left out. */
  readonly take: (pictures: readonly WaitingPicture[], leftOut: LeftOut) => void;
  /** The name of a picture that has none, by its place among those of the paste, from 1. */
  readonly nameOf: (place: number) => string;
}

const isBareLine = (node: Node) => node.type.name === 'paragraph' && node.attrs.tag === null;

/** Text of the same line that was copied in the editor is put into a line, not under it. */
function isPartOfLine(html: string, nodes: readonly Node[]): boolean {
  const [first] = nodes;
  if (nodes.length !== 1 || first?.type.name !== 'paragraph') return false;
  return isBareLine(first) || /data-pm-slice="[1-9]/.test(html);
}

/** Inserts blocks at the caret, in place of an empty line, beside a line or within it; returns where they begin. */
function insertBlocks(tr: Transaction, content: Fragment): number {
  const { $from } = tr.selection;
  const { parent, parentOffset } = $from;
  if (parent.childCount === 0) {
    tr.replaceWith($from.before(), $from.after(), content);
    return $from.before();
  }
  const isAtEnd = parentOffset === parent.content.size;
  if (parentOffset > 0 && !isAtEnd) tr.split($from.pos);
  const at = parentOffset === 0 ? $from.before() : isAtEnd ? $from.after() : $from.pos + 1;
  tr.insert(at, content);
  return at;
}

/** Puts nodes in place of the selection, and the caret behind them. */
export function put(tr: Transaction, nodes: readonly Node[], inLine: boolean): Transaction {
  const content = Fragment.from([...nodes]);
  if (inLine) return tr.replaceSelection(new Slice(content, 1, 1));
  if (!tr.selection.empty) tr.deleteSelection();
  if (!tr.selection.$from.parent.isTextblock) return tr.replaceSelection(new Slice(content, 0, 0));
  return caretBehind(tr, insertBlocks(tr, content) + content.size);
}

function nodesOf(schema: Schema, html: string): Node[] {
  return readBlocks(cleanBody(html)).map(json => {
    const node = schema.nodeFromJSON(json);
    node.check();
    return node;
  });
}

/** Inserts HTML at the selection: cleaned, with its styles and the places of its pictures. */
function insertHtml(
  view: EditorView,
  html: string,
  page: Document,
  pictures: readonly WaitingPicture[],
): void {
  const nodes = nodesOf(view.state.schema, page.body.innerHTML);
  if (nodes.length === 0) return;
  const tr = put(view.state.tr, nodes, isPartOfLine(html, nodes));
  view.dispatch(beginPictures(tr, pictures).scrollIntoView().setMeta('paste', true));
}

/** Puts places for the pictures that a page carries, and for those that were copied while they were being stored. */
function placePictures(
  page: Document,
  state: EditorState,
  nameOf: PasteServices['nameOf'],
): WaitingPicture[] {
  for (const place of page.querySelectorAll<HTMLElement>('span[data-waiting]')) {
    const id = Number(place.dataset.waiting);
    const picture = page.createElement('img');
    picture.setAttribute('src', knowsPicture(state, id) ? placeAddress(id) : 'about:blank');
    place.replaceWith(picture);
  }
  return carriedPictures(page).map((picture, index) => {
    const address = picture.getAttribute('src') ?? '';
    const id = newPictureId();
    picture.setAttribute('src', placeAddress(id));
    return { id, name: picture.alt.trim() || nameOf(index + 1), read: () => fileOfPicture(address) };
  });
}

/** Inserts places for pictures that come as files, at the selection; returns the pictures. */
export function placeFiles(view: EditorView, files: readonly File[]): WaitingPicture[] {
  const { image } = view.state.schema.nodes;
  if (!image || files.length === 0) return [];
  const pictures = files.map(file => ({
    id: newPictureId(),
    name: file.name,
    read: () => Promise.resolve(file),
  }));
  const places = pictures.map(({ id, name }) =>
    image.create({ own: { alt: name, style: 'max-width: 100%' }, waiting: id }),
  );
  const { tr } = view.state;
  tr.replaceSelection(new Slice(Fragment.from(places), 0, 0));
  view.dispatch(beginPictures(tr, pictures).scrollIntoView());
  return pictures;
}

/** Counts the files of a paste that are no pictures. */
function otherFiles(files: readonly File[]): LeftOut {
  return files.reduce((found, { type }) => {
    if (type.startsWith('video/')) return found.and('video');
    return found.and(type.startsWith('audio/') ? 'voice' : 'file');
  }, new LeftOut());
}

/** A copied picture comes as a file, and as HTML that names where it was. */
function isPictureAlone(page: Document): boolean {
  return page.body.textContent?.trim() === '' && page.querySelectorAll('img').length <= 1;
}

/** Takes in what is pasted or dropped; false leaves it to the editor: plain text, and cells within a table. */
function takeIn(view: EditorView, data: DataTransfer | null, { take, nameOf }: PasteServices): boolean {
  if (!data || !view.editable) return false;
  const html = data.getData('text/html');
  const files = Array.from(data.files);
  if (html === '' && files.length === 0) return false;
  const page = pastedPage(html);
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (files.length > 0 && isPictureAlone(page)) {
    const leftOut = otherFiles(files.filter(file => !pictures.includes(file)));
    take(placeFiles(view, pictures), leftOut);
    return true;
  }
  if (html === '') return false;
  if (isInTable(view.state) && html.includes('data-pm-slice') && page.querySelector('td, th')) return false;
  const carried = placePictures(page, view.state, nameOf);
  const leftOut = takeOutParts(page);
  insertHtml(view, html, page, carried);
  take(carried, leftOut);
  return true;
}

/** Paste and drop: HTML with its styles at once, and places for the pictures that have to be stored. */
export function pasting(services: PasteServices): Extension {
  return Extension.create({
    name: 'pasting',
    priority: 900,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste: (view, event) => takeIn(view, event.clipboardData, services),
          handleDrop: (view, event, _, moved) => {
            if (moved) return false;
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (at)
              view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
            if (!takeIn(view, event.dataTransfer, services)) return false;
            event.preventDefault();
            return true;
          },
        },
      }),
    ],
  });
}
