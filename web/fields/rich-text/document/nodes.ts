import { Extension, mergeAttributes, Node } from '@tiptap/core';
import type { TagParseRule } from '@tiptap/pm/model';
import { cleanBody } from '../clean-html.ts';
import { boxTags, holdsBlocks, lineTags, ownOf, wholeTags } from './kinds.ts';

/*
 * The nodes of the editor's documents. They are few and know no look: a box, a line, a cell keep the name of their element
 * (`tag`) and its attributes (`own`), so that nothing of a pasted page has to be known in advance. Texts are read by
 * `read-html.ts`; the rules here read what a browser makes of the page while somebody types.
 */

const rules = (tags: readonly string[], more: Omit<TagParseRule, 'tag'> = {}): TagParseRule[] =>
  tags.map(tag => ({ tag, ...more }));

/** Attributes of the element. */
const own = () => ({
  default: {},
  rendered: false,
  parseHTML: (element: HTMLElement) => ownOf(element),
});

/** A value that only the node has. */
const kept = (value: unknown, keepOnSplit = false) => ({
  default: value,
  rendered: false,
  keepOnSplit,
  parseHTML: () => null,
});

const tag = (value: string) => ({
  default: value,
  rendered: false,
  parseHTML: (element: HTMLElement) => element.localName,
});

/** One element of HTML that is cleaned already. */
function elementOf(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  // A drawing is no HTML element, but the editor treats it as one.
  return (element as HTMLElement | null) ?? document.createElement('span');
}

const doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
const text = Node.create({ name: 'text', group: 'inline' });

/** A line of text. `tag` is null where it has no element, and '' where it was begun in the editor. */
const paragraph = Node.create({
  name: 'paragraph',
  priority: 1_000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({ tag: tag(''), own: own(), bare: kept(false), gap: kept(false) }),
  parseHTML: () => [
    ...rules(lineTags),
    ...rules(boxTags, { priority: 40, getAttrs: element => (holdsBlocks(element) ? false : null) }),
  ],
  renderHTML: ({ node }) => {
    const { tag: name, own: attributes } = node.attrs;
    if (name === null) return ['div', attributes, 0];
    return [name || 'p', mergeAttributes(attributes, name === '' ? { 'data-plain': '' } : {}), 0];
  },
});

/** A box that holds boxes and lines. */
const box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  addAttributes: () => ({ tag: tag('section'), own: own(), gap: kept(false) }),
  parseHTML: () =>
    rules(boxTags, { priority: 45, getAttrs: element => (holdsBlocks(element) ? null : false) }),
  renderHTML: ({ node }) => [node.attrs.tag, node.attrs.own, 0],
});

const list = (name: string, element: string) =>
  Node.create({
    name,
    group: 'block list',
    content: 'listItem+',
    addAttributes: () => ({ own: own(), gap: kept(false) }),
    parseHTML: () => rules([element]),
    renderHTML: ({ node }) => [element, node.attrs.own, 0],
  });

const listItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ own: own() }),
  parseHTML: () => rules(['li']),
  renderHTML: ({ node }) => ['li', node.attrs.own, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem('listItem'),
      Tab: () => this.editor.commands.sinkListItem('listItem'),
      'Shift-Tab': () => this.editor.commands.liftListItem('listItem'),
    };
  },
});

const rule = Node.create({
  name: 'rule',
  group: 'block',
  addAttributes: () => ({ own: own(), gap: kept(false) }),
  parseHTML: () => rules(['hr']),
  renderHTML: ({ node }) => ['hr', node.attrs.own],
});

const br = Node.create({
  name: 'br',
  group: 'inline',
  inline: true,
  selectable: false,
  addAttributes: () => ({ own: own() }),
  parseHTML: () => rules(['br']),
  renderHTML: ({ node }) => ['br', node.attrs.own],
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'br' }) };
  },
});

const image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    own: own(),
    // The number of its place while it is not stored yet, see `waiting-pictures.ts`.
    waiting: {
      default: 0,
      rendered: false,
      parseHTML: (element: HTMLElement) => Number(element.dataset.waiting) || 0,
    },
  }),
  parseHTML: () => rules(['img[src]', 'span[data-waiting]'], { priority: 60 }),
  renderHTML: ({ node }) =>
    node.attrs.waiting > 0
      ? ['span', { class: 'rich-waiting', 'data-waiting': node.attrs.waiting }]
      : ['img', node.attrs.own],
});

/** A part that the editor keeps as it is: a drawing, a video, a shape without text. */
const raw = Node.create({
  name: 'raw',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    html: {
      default: '',
      rendered: false,
      parseHTML: (element: HTMLElement) => cleanBody(element.outerHTML).innerHTML,
    },
  }),
  parseHTML: () => rules(wholeTags),
  renderHTML: ({ node }) => elementOf(String(node.attrs.html)),
});

/** A heading is followed by a line of plain text. */
const lines = Extension.create({
  name: 'lines',
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { $from, empty } = this.editor.state.selection;
        const heading = /^h\d$/.test(String($from.parent.attrs.tag));
        if (!empty || !heading || $from.parentOffset < $from.parent.content.size) return false;
        return this.editor
          .chain()
          .splitBlock()
          .updateAttributes('paragraph', { tag: '', own: {}, bare: false })
          .command(({ tr }) => {
            tr.setStoredMarks([]);
            return true;
          })
          .run();
      },
    };
  },
});

/** The nodes of a document, but for those of tables; the first that holds text is what the editor makes by itself. */
export const nodes = [
  doc,
  paragraph,
  text,
  box,
  list('bulletList', 'ul'),
  list('orderedList', 'ol'),
  listItem,
  rule,
  br,
  image,
  raw,
  lines,
];
