import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A picture whose place is in the document, and that is not stored yet. */
export interface WaitingPicture {
  /** Number of the place, which the attribute `waiting` of its node has. */
  readonly id: number;
  /** A name by which the person recognises it. */
  readonly name: string;
  /** The file; undefined if it cannot be read. */
  readonly read: () => Promise<File | undefined>;
}

/** The progress of a picture: the share sent, 0 to 1; its address once it is stored; or left out. */
export type PictureProgress =
  | { readonly share: number }
  | { readonly address: string }
  | { readonly leftOut: true };

type Known = ReadonlyMap<number, { readonly name: string; readonly progress: PictureProgress }>;

const key = new PluginKey<Known>('waitingPictures');

let lastId = 0;

/** The number of a new place, which no other editor of the page has. */
export function newPictureId(): number {
  lastId += 1;
  return lastId;
}

/** Begins the address that a place has while HTML is cleaned and read; it is never written. */
const placePrefix = '/waiting-picture/';

/** The address of a place in HTML that is about to be read. */
export function placeAddress(id: number): string {
  return `${placePrefix}${id}`;
}

/** The attributes of the node of an element `img` with the attributes `own`: a picture, or the place of one. */
export function imageAttributes(own: Readonly<Record<string, string>>): Node['attrs'] {
  const { src = '', ...rest } = own;
  if (!src.startsWith(placePrefix)) return { own };
  return { own: rest, waiting: Number(src.slice(placePrefix.length)) || 0 };
}

/** Reports whether a node is the place of a picture that is not stored yet. */
export function isWaiting(node: Node): boolean {
  return node.type.name === 'image' && node.attrs.waiting > 0;
}

/** The places in a document, in their order. */
function placesIn(doc: Node): { readonly node: Node; readonly at: number }[] {
  const found: { node: Node; at: number }[] = [];
  doc.descendants((node, at) => {
    if (isWaiting(node)) found.push({ node, at });
  });
  return found;
}

/** The number of pictures that a document still waits for. */
export function countWaiting(doc: Node): number {
  return placesIn(doc).length;
}

/** Notes the pictures whose places a transaction inserts. */
export function beginPictures(tr: Transaction, pictures: readonly WaitingPicture[]): Transaction {
  const begun: Known = new Map(pictures.map(({ id, name }) => [id, { name, progress: { share: 0 } }]));
  return tr.setMeta(key, begun);
}

/** A transaction that notes how far a picture is. It changes the document once that is decided. */
export function pictureProgress(state: EditorState, id: number, progress: PictureProgress): Transaction {
  const known = key.getState(state)?.get(id);
  const changed: Known = known ? new Map([[id, { ...known, progress }]]) : new Map();
  return state.tr.setMeta(key, changed);
}

/** Reports whether an editor knows the picture of a place, which may have been copied in another one. */
export function knowsPicture(state: EditorState, id: number): boolean {
  return key.getState(state)?.has(id) === true;
}

/** Takes a place out. A pasted line that held nothing else takes no room, as an empty one of a page. */
function takeOut(tr: Transaction, at: number): void {
  tr.delete(at, at + 1);
  const $at = tr.doc.resolve(at);
  const { parent } = $at;
  if (parent.isTextblock && parent.childCount === 0 && parent.attrs.tag)
    tr.setNodeAttribute($at.before(), 'bare', true);
}

/** Puts stored pictures into their places, and takes the places of the others out. */
function settle(state: EditorState): Transaction | null {
  const known = key.getState(state);
  const { tr } = state;
  for (const { node, at } of placesIn(state.doc).toReversed()) {
    const progress = known?.get(node.attrs.waiting)?.progress;
    if (progress && 'share' in progress) continue;
    if (progress && 'address' in progress) {
      // Attributes alone: places in the undo history stay where they are.
      tr.setNodeAttribute(at, 'own', { ...node.attrs.own, src: progress.address });
      tr.setNodeAttribute(at, 'waiting', 0);
    } else takeOut(tr, at);
  }
  return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
}

/**
 * The places of pictures that are still being stored. Each shows its progress, which `label` puts into words. What becomes
 * of a picture is no step of the undo history: a place that comes back by an undo is filled at once.
 */
export function waitingPictures(label: (name: string, percent: number) => string): Extension {
  return Extension.create({
    name: 'waitingPictures',
    addProseMirrorPlugins: () => [
      new Plugin<Known>({
        key,
        state: {
          init: () => new Map(),
          apply: (tr, known) => {
            const changed: Known | undefined = tr.getMeta(key);
            return changed ? new Map([...known, ...changed]) : known;
          },
        },
        appendTransaction: (transactions, _, state) =>
          transactions.some(tr => tr.docChanged || tr.getMeta(key)) ? settle(state) : null,
        props: {
          decorations(state) {
            const known = key.getState(state);
            if (!known || known.size === 0) return null;
            const shown = placesIn(state.doc).map(({ node, at }) => {
              const { name = '', progress } = known.get(node.attrs.waiting) ?? {};
              const share = progress && 'share' in progress ? progress.share : 0;
              const percent = Math.round(share * 100);
              const text = label(name, percent);
              return Decoration.node(at, at + node.nodeSize, {
                role: 'progressbar',
                'aria-label': text,
                'aria-valuenow': String(percent),
                'data-text': text,
                style: `--share: ${percent}%`,
              });
            });
            return DecorationSet.create(state.doc, shown);
          },
        },
      }),
    ],
  });
}
