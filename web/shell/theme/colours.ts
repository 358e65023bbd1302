import { type Hex, mix, readable } from './contrast.ts';

/** Primary colour until the person picks another (spec section 9). */
export const defaultPrimary: Hex = '#409eff';

/** Colour of the brand: login, public pages, prints (spec section 9, domain Q58). */
export const brandColour: Hex = '#14aaff';

/** The greys that do the structure, in light and in dark. */
const greys = {
  light: {
    page: '#f4f5f7',
    container: '#ffffff',
    raised: '#ffffff',
    border: '#d9dce1',
    line: '#e8eaee',
    hover: '#f0f1f4',
    text: '#1c2128',
    secondary: '#525a66',
    hint: '#656d79',
    switchedOff: '#6f7783',
    done: '#2b8a3e',
    look: '#a85600',
    lost: '#c9271b',
  },
  dark: {
    page: '#0f1115',
    container: '#171a20',
    raised: '#20242c',
    border: '#3a404b',
    line: '#2a2f38',
    hover: '#252a33',
    text: '#e4e7ec',
    secondary: '#b1b8c4',
    hint: '#9aa2af',
    switchedOff: '#5b6472',
    done: '#51cf66',
    look: '#ffa94d',
    lost: '#ff7b72',
  },
} as const satisfies Record<string, Record<string, Hex>>;

/** Every colour of the product for a primary colour, light or dark. */
export interface Colours extends Readonly<Record<keyof (typeof greys)['light'], Hex>> {
  readonly brand: Hex;
  /** The brand's colour for text. */
  readonly brandText: Hex;
  /** As picked: for lines and marks. */
  readonly primary: Hex;
  /** The primary colour for text; see {@link readable}. */
  readonly primaryText: Hex;
  /** The primary colour behind white text. */
  readonly primarySolid: Hex;
  /** A pale shade of the primary colour behind selected items. */
  readonly primaryBg: Hex;
}

/** The colours that follow from the person's choices. */
export function coloursOf(primary: Hex, dark: boolean): Colours {
  const grey = dark ? greys.dark : greys.light;
  const primaryBg = mix(grey.container, primary, dark ? 0.22 : 0.12);
  return {
    ...grey,
    brand: brandColour,
    brandText: readable(brandColour, grey.container),
    primary,
    // Readable on all of its backgrounds: selected, floating and hovered ones.
    primaryText: [primaryBg, grey.raised, grey.hover].reduce(readable, primary),
    primarySolid: readable(primary, '#ffffff'),
    primaryBg,
  };
}

/** Fonts of the surface: the system's, with the Chinese ones of each. */
export const fontFamily =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
