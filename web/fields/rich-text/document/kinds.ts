import { attributesKept } from '@yikao/model/rules/rich-text/elements.ts';
import { declarationsOf } from '@yikao/model/rules/rich-text/styles.ts';
import { attributesOf } from '../clean-html.ts';

const words = (list: string) => list.trim().split(/\s+/);

/** Elements within a line, which become marks of its letters. */
export const inlineTags: readonly string[] = words(`
  span strong b em i u s strike del ins sub sup small big mark font code kbd samp tt var abbr cite q dfn time label
  bdi bdo a`);

/** Elements of text alone: one line after the other, with no boxes within. */
export const lineTags: readonly string[] = words('p h1 h2 h3 h4 h5 h6 pre dt summary legend figcaption');

/** Elements that hold whatever others do. */
export const boxTags: readonly string[] = words(`
  div section article header footer main aside nav address blockquote figure fieldset center details dl dd li`);

/** Of them, those whose text is edited as lines within, so that a new line is no second box. */
const framed = new Set(words('blockquote figure fieldset details dl dd li center'));

/** Elements that the editor keeps whole, as they are. */
export const wholeTags: readonly string[] = words('svg video audio input ruby picture wbr');

/** Finds what begins a separate line. */
const blocks = [...lineTags, ...boxTags, ...words('ul ol li table hr')].join(',');

/** Attributes of an element by name; the look of a node of the editor. */
export type Own = Readonly<Record<string, string>>;

/**
 * The attributes of an element, but for those that have a separate place in a node. They are cleaned here too: what
 * a browser hands to the editor by itself has not been through the cleaner.
 */
export function ownOf(element: Element, without: readonly string[] = []): Own {
  const kept = attributesKept(element.localName.toLowerCase(), attributesOf(element));
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !without.includes(name)));
}

/** Reports whether an element holds boxes or lines. */
export function holdsBlocks(element: Element): boolean {
  return element.querySelector(blocks) !== null;
}

/** Reports whether an element begins a separate line, or holds what does. */
export function isBlock(element: Element): boolean {
  return element.matches(blocks) || (inlineTags.includes(element.localName) && holdsBlocks(element));
}

/** The value that a style gives to a property, without `!important`; undefined if none. */
export function styleValue(own: Own, property: string): string | undefined {
  const found = declarationsOf(own.style ?? '').findLast(([name]) => name === property)?.[1];
  return found?.replace(/\s*!\s*important$/i, '');
}

/** Reports whether an element keeps gaps and line ends; undefined where its parent decides. */
export function keepsGaps(tag: string | null, own: Own): boolean | undefined {
  const value = styleValue(own, 'white-space');
  if (value === undefined) return tag === 'pre' ? true : undefined;
  return /^(pre|break-spaces)/.test(value) && value !== 'pre-line';
}

/** Reports whether a box lies in the line of its neighbours, so that a gap between them is seen. */
export function liesInLine(own: Own): boolean {
  return /^(-webkit-)?inline/.test(styleValue(own, 'display') ?? '');
}

/** Properties whose effect is seen at the ends of an element: two equal ones beside each other are not one. */
const edged =
  /^(display|padding|margin|border|width|height|min-|max-|box-shadow|float|transform|position|background$|background-image|outline)/;

/** Reports whether an element has edges: a frame, a size, a place. */
export function hasEdges(own: Own): boolean {
  return declarationsOf(own.style ?? '').some(([name]) => edged.test(name));
}

/** Reports whether a box that holds text alone is edited as a frame with lines in it. */
export function isFrame(tag: string, own: Own): boolean {
  if (framed.has(tag)) return true;
  // A flexible box lays its content out piece by piece: the pieces stay its own.
  return boxTags.includes(tag) && hasEdges(own) && !/flex|grid|-box/.test(styleValue(own, 'display') ?? '');
}
