import { linkAddress, mediaAddress, pictureAddress } from './addresses.ts';
import { drawingId, keptStyle, keptValue } from './styles.ts';

/*
 * The elements and attributes of stored rich text (domain 4.14). One list for the editor, the display and the server, so that nothing is
 * lost on one road that another keeps: official accounts, 秀米, 135 and Word nest boxes whose look is in their styles.
 */

const words = (list: string) => list.trim().split(/\s+/);

/** Elements of drawings; nothing in them moves, loads a document, or holds HTML. */
const drawings = words(`
  svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath
  mask pattern symbol use image marker`);

/** The elements that stored rich text may hold, in small letters. */
export const keptElements: readonly string[] = [
  ...words(`
    p br hr wbr h1 h2 h3 h4 h5 h6 div section article header footer main aside nav address blockquote pre figure
    figcaption fieldset legend center details summary dl dt dd ul ol li
    span strong b em i u s strike del ins sub sup small big mark font code kbd samp tt var abbr cite q dfn time label
    bdi bdo a ruby rb rt rp img picture video audio source input
    table caption colgroup col thead tbody tfoot tr th td`),
  ...drawings,
];

/** Elements that go with all that is in them; of any other that is not kept, the content stays. */
export const emptiedElements: readonly string[] = words(`
  script style title head template noscript noembed noframes xmp plaintext iframe frame frameset object embed applet
  textarea select option button math foreignobject animate animatetransform animatemotion set desc metadata`);

/** The value of an attribute as it may be stored; undefined if it may not. */
type Check = (value: string) => string | undefined;

const matching =
  (pattern: RegExp): Check =>
  value =>
    pattern.test(value.trim()) ? value.trim() : undefined;
const asStyle =
  (property: string): Check =>
  value =>
    keptValue(property, value);
const text: Check = value => value.slice(0, 500);
const present: Check = () => '';

const count = matching(/^\d{1,4}$/);
const size = matching(/^\d{1,5}(\.\d+)?(px|pt|%)?$/);
const colour = matching(/^(#?[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\([\d\s.,%]+\))$/i);
const sideways = matching(/^(left|right|center|justify|middle)$/i);
const upDown = matching(/^(top|middle|bottom|baseline)$/i);
/** Numbers, paths and lists of them, as drawings have. */
const numbers = matching(/^[\w\s.,%+\-#]{0,100000}$/);
const turn = matching(/^[\w\s.,()+-]{1,2000}$/);

/** Attributes of every element. */
const everywhere: Readonly<Record<string, Check>> = {
  style: value => keptStyle(value) || undefined,
  title: text,
  dir: matching(/^(ltr|rtl|auto)$/i),
  align: sideways,
};

const cell = {
  colspan: count,
  rowspan: count,
  width: size,
  height: size,
  valign: upDown,
  bgcolor: colour,
  nowrap: present,
};

/** Attributes of the elements of drawings, most of them numbers. */
const drawn: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    words(`
      viewbox preserveaspectratio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points offset dx dy
      pathlength gradientunits spreadmethod clippathunits maskunits maskcontentunits patternunits
      patterncontentunits markerwidth markerheight markerunits refx refy orient textlength lengthadjust`).map(
      name => [name, numbers],
    ),
  ),
  ...Object.fromEntries(
    words(`
      fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
      stroke-dasharray stroke-dashoffset stroke-miterlimit stop-color stop-opacity clip-path clip-rule mask opacity
      color display visibility font-family font-size font-style font-weight letter-spacing text-anchor
      text-decoration dominant-baseline alignment-baseline vector-effect paint-order marker-start marker-mid
      marker-end overflow`).map(name => [name, asStyle(name)]),
  ),
  transform: turn,
  gradienttransform: turn,
  patterntransform: turn,
  id: drawingId,
};

const partOfDrawing: Check = value => {
  const id = value.startsWith('#') ? drawingId(value.slice(1)) : undefined;
  return id === undefined ? undefined : `#${id}`;
};

/** Attributes by element, beside those of {@link everywhere}. */
const byElement: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  a: { href: linkAddress, target: matching(/^_?[a-z]{1,20}$/i) },
  img: { src: mediaAddress, alt: text, width: size, height: size, border: count },
  video: {
    src: mediaAddress,
    poster: mediaAddress,
    controls: present,
    loop: present,
    muted: present,
    width: size,
    height: size,
  },
  audio: { src: mediaAddress, controls: present, loop: present },
  source: { src: mediaAddress, type: matching(/^[\w/.+-]{1,60}$/) },
  input: { type: matching(/^checkbox$/), checked: present, disabled: present },
  table: {
    width: size,
    height: size,
    border: count,
    cellpadding: count,
    cellspacing: count,
    bgcolor: colour,
    bordercolor: colour,
  },
  tr: { height: size, valign: upDown, bgcolor: colour },
  td: cell,
  th: cell,
  col: { span: count, width: size },
  colgroup: { span: count, width: size },
  ol: { start: matching(/^-?\d{1,6}$/), type: matching(/^[1aAiI]$/), reversed: present },
  ul: { type: matching(/^(disc|circle|square)$/i) },
  li: { value: matching(/^-?\d{1,6}$/) },
  font: { color: colour, face: asStyle('font-family'), size: matching(/^[+-]?\d$/) },
  hr: { width: size, size: count, color: colour, noshade: present },
  code: { class: matching(/^language-[\w-]{1,30}$/) },
  details: { open: present },
  ...Object.fromEntries(drawings.map(name => [name, drawn])),
  use: { ...drawn, href: partOfDrawing, 'xlink:href': partOfDrawing },
  image: { ...drawn, href: mediaAddress, 'xlink:href': mediaAddress },
};

/** Every attribute that some element may have, in small letters. */
export const keptAttributes: readonly string[] = [
  ...new Set([everywhere, ...Object.values(byElement)].flatMap(Object.keys)),
];

/**
 * The value of an attribute as it may be stored; undefined if the element may not have it, or not with this value. Names
 * are compared in small letters. What comes out goes through it unchanged.
 */
export function keptAttribute(element: string, attribute: string, value: string): string | undefined {
  const name = attribute.toLowerCase();
  const rules = byElement[element.toLowerCase()];
  // Own keys alone: an attribute may be called `constructor`.
  const check =
    rules && Object.hasOwn(rules, name)
      ? rules[name]
      : Object.hasOwn(everywhere, name)
        ? everywhere[name]
        : undefined;
  return check?.(value);
}

/**
 * The attributes of an element as they may be stored. A picture has the address that its page loads late
 * ({@link pictureAddress}); a checkbox cannot be pressed; a link that opens a window gives it no hold on ours.
 */
export function attributesKept(
  element: string,
  attributes: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = { ...attributes };
  if (element === 'img') {
    const address = pictureAddress(attributes);
    if (address === undefined) delete given.src;
    else given.src = address;
  }
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const found = keptAttribute(element, name, value);
    if (found !== undefined) kept[name] = found;
  }
  if (element === 'input') return { ...kept, type: 'checkbox', disabled: 'disabled' };
  if (element === 'a' && kept.target !== undefined) kept.rel = 'noopener noreferrer';
  return kept;
}
