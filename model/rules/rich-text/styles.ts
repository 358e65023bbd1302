import { styleAddress } from './addresses.ts';

const words = (list: string) => list.trim().split(/\s+/);

/** The four sides of a property: `padding`, `padding-top` and so on. */
const sides = (name: string) => [name, ...words('top right bottom left').map(side => `${name}-${side}`)];

/** The parts of a border, of all sides and of each: `border-width`, `border-top-width` and so on. */
const borders = sides('border').flatMap(side => [
  side,
  ...words('width style color').map(part => `${side}-${part}`),
]);

const corners = words('top-left top-right bottom-right bottom-left').map(corner => `border-${corner}-radius`);

/** The properties that stored rich text may set: type, boxes, pictures behind them, layout, drawings. */
const properties: ReadonlySet<string> = new Set([
  ...sides('padding'),
  ...sides('margin'),
  ...borders,
  ...corners,
  ...words(`
    color opacity visibility background background-color background-image background-position background-position-x
    background-position-y background-repeat background-size background-clip background-origin background-blend-mode
    -webkit-background-clip -webkit-text-fill-color -webkit-text-stroke -webkit-text-stroke-color
    -webkit-text-stroke-width mix-blend-mode isolation filter -webkit-filter
    font font-family font-size font-style font-weight font-variant font-variant-caps font-variant-numeric
    font-stretch font-feature-settings font-kerning line-height letter-spacing word-spacing
    text-align text-align-last text-justify text-decoration text-decoration-line text-decoration-color
    text-decoration-style text-decoration-thickness text-underline-offset text-underline-position text-indent
    text-transform text-shadow text-overflow text-emphasis text-emphasis-style text-emphasis-color
    text-emphasis-position text-orientation text-size-adjust -webkit-text-size-adjust white-space word-break
    word-wrap overflow-wrap line-break hyphens tab-size vertical-align direction unicode-bidi writing-mode
    -webkit-writing-mode -webkit-line-clamp -webkit-box-orient
    display position top right bottom left z-index float clear box-sizing box-shadow -webkit-box-shadow
    box-decoration-break -webkit-box-decoration-break width min-width max-width height min-height max-height
    aspect-ratio overflow overflow-x overflow-y object-fit object-position outline outline-color outline-style
    outline-width outline-offset border-radius border-image border-image-source border-image-slice
    border-image-width border-image-outset border-image-repeat border-collapse border-spacing
    padding-inline padding-inline-start padding-inline-end padding-block padding-block-start padding-block-end
    margin-inline margin-inline-start margin-inline-end margin-block margin-block-start margin-block-end
    transform -webkit-transform transform-origin -webkit-transform-origin transform-style -webkit-transform-style
    perspective -webkit-perspective perspective-origin rotate scale translate backface-visibility clip-path
    -webkit-clip-path mask-image -webkit-mask-image mask-size -webkit-mask-size mask-position mask-repeat
    -webkit-mask-repeat flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
    -webkit-box-flex -webkit-box-pack -webkit-box-align -webkit-flex -webkit-justify-content -webkit-align-items
    align-items align-content align-self justify-content justify-items justify-self place-items place-content
    place-self order gap row-gap column-gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows
    grid-column grid-column-start grid-column-end grid-column-gap grid-gap grid-row grid-row-start grid-row-end
    grid-row-gap grid-template grid-template-areas grid-template-columns grid-template-rows columns column-count
    column-width column-rule column-span break-inside list-style list-style-type list-style-position
    list-style-image caption-side empty-cells table-layout pointer-events user-select -webkit-user-select
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-dasharray stroke-dashoffset stroke-miterlimit stop-color stop-opacity clip-rule paint-order
    text-anchor dominant-baseline alignment-baseline vector-effect`),
]);

/** Functions that a value may call: colours, sums, gradients, shapes. None loads, and none reads the page. */
const functions: ReadonlySet<string> = new Set(
  words(`
    rgb rgba hsl hsla hwb lab lch oklab oklch color-mix light-dark calc min max clamp
    linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
    repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient
    translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d scale scalex
    scaley scalez scale3d skew skewx skewy matrix matrix3d perspective
    polygon circle ellipse inset path blur brightness contrast drop-shadow grayscale hue-rotate invert opacity
    saturate sepia repeat minmax fit-content`),
);

/** Properties whose values may name a picture. */
const pictured =
  /^(background|background-image|border-image|border-image-source|list-style|list-style-image|(-webkit-)?mask-image)$/;

/** Properties of drawings whose values may name a part of the same drawing. */
const painted = /^(fill|stroke|clip-path|mask|filter|marker-(start|mid|end))$/;

/** Values of properties that could otherwise leave the text, or show it as what it is not. */
const bounded: Readonly<Record<string, RegExp>> = {
  position: /^(static|relative)$/i,
  display:
    /^(block|inline|inline-block|flex|inline-flex|-webkit-box|-webkit-inline-box|-webkit-flex|grid|inline-grid|flow-root|contents|list-item|none|table|inline-table|table-(row|cell|caption|column|(row|column|header|footer)(-group)?))$/i,
  'z-index': /^(auto|-?\d{1,4})$/,
};

/** Before the number of a drawing's part, so that it meets no name of the page's own. */
const ownId = 'rt-';

/** The id of a part of a drawing, as it may be stored; undefined for one that is no plain name. */
export function drawingId(raw: string): string | undefined {
  if (!/^[\w-]{1,64}$/.test(raw)) return undefined;
  return raw.startsWith(ownId) ? raw : `${ownId}${raw}`;
}

/** The longest value of one property. */
const longestValue = 1_000;

/** Characters that no value needs: escapes, which hide a name, and what ends a rule or an element. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is refused
const refused = /[\\<>{}@;`\u0000-\u0008\u000e-\u001f]/;

/** A call and its argument where that is an address, or the name of a call. */
const calls = /url\(\s*("[^"]*"|'[^']*'|[^)]*?)\s*\)|([a-z0-9_-]*)\(/gi;

/**
 * The value of a property as it may be stored; undefined if the property or the value may not. A picture that may not
 * be named is left out, and the rest stays: `url(//evil.example/x) red` is `none red`.
 */
export function keptValue(property: string, raw: string): string | undefined {
  const value = raw.trim();
  if (value === '' || value.length > longestValue) return undefined;
  if (bounded[property] && !bounded[property].test(value.replace(/\s*!\s*important$/i, ''))) return undefined;
  let allowed = true;
  const kept = value.replace(calls, (call, address: string | undefined, name: string | undefined) => {
    if (address === undefined) {
      // Bare brackets are sums within `calc()`.
      if (name !== '' && !functions.has(String(name).toLowerCase())) allowed = false;
      return call;
    }
    // Brackets or quotes in a bare address: browsers do not agree where it ends.
    if (/^[^"'].*[("']/.test(address)) allowed = false;
    const part = /^["']?#(.*?)["']?$/.exec(address)?.[1];
    const id = part === undefined ? undefined : drawingId(part);
    if (id !== undefined && painted.test(property)) return `url(#${id})`;
    const picture = pictured.test(property) ? styleAddress(address) : undefined;
    return picture === undefined ? 'none' : `url("${picture}")`;
  });
  return allowed && !refused.test(kept) ? kept : undefined;
}

/** The end of a declaration that begins at `from`: its semicolon outside quotes and brackets, or the end of the text. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ';' && depth <= 0) return at;
  }
  return text.length;
}

/** The declarations of a style, in order: pairs of a name in small letters and a value. */
export function declarationsOf(style: string): [string, string][] {
  const text = style.replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ');
  const found: [string, string][] = [];
  for (let from = 0; from < text.length; ) {
    const end = endOf(text, from);
    const declaration = text.slice(from, end);
    const colon = declaration.indexOf(':');
    if (colon > 0)
      found.push([declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()]);
    from = end + 1;
  }
  return found;
}

/** Writes declarations as the value of a `style` attribute. */
export function styleOf(declarations: Iterable<readonly [string, string]>): string {
  return Array.from(declarations, ([name, value]) => `${name}: ${value}`).join('; ');
}

/**
 * A style as it may be stored: the allowed properties with allowed values, in their order; '' if none is left. What
 * comes out goes through it unchanged. Office programs' own `mso-` properties are not among those.
 */
export function keptStyle(style: string): string {
  return styleOf(
    declarationsOf(style).flatMap(([name, raw]): [string, string][] => {
      const value = properties.has(name) ? keptValue(name, raw) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
