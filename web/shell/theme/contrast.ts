/** A colour as `#rrggbb`. */
export type Hex = `#${string}`;

/** Red, green and blue, each 0 to 1. */
type Channels = readonly [red: number, green: number, blue: number];

/** Minimum contrast between a text and its background (WCAG 2.2, level AA). */
export const textContrast = 4.5;

/** Reports whether `text` is a colour as this module writes them. */
export function isHex(text: unknown): text is Hex {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);
}

function channelsOf(colour: Hex): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}

function hexOf([red, green, blue]: Channels): Hex {
  const digits = [red, green, blue].map(channel =>
    Math.round(Math.min(1, Math.max(0, channel)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** Relative luminance, 0 for black to 1 for white (WCAG 2.2). */
function luminance(colour: Hex): number {
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours, 1 for the same to 21 for black on white (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` (0 to 1) of `other` mixed into `colour`. */
export function mix(colour: Hex, other: Hex, share: number): Hex {
  const from = channelsOf(colour);
  const to = channelsOf(other);
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return hexOf([at(0), at(1), at(2)]);
}

/** The colour with the hue and saturation of `colour` and another lightness, 0 to 1 (HSL of CSS Color 4). */
function withLightness(colour: Hex, lightness: number): Hex {
  const channels = channelsOf(colour);
  const most = Math.max(...channels);
  const least = Math.min(...channels);
  const middle = (most + least) / 2;
  const room = 1 - Math.abs(2 * middle - 1);
  const saturation = room === 0 ? 0 : (most - least) / room;
  const spread = (1 - Math.abs(2 * lightness - 1)) * saturation;
  // The position of each channel between minimum and maximum is the hue, which is kept.
  const at = (channel: number) =>
    lightness + (most === least ? 0 : ((channel - least) / (most - least) - 0.5) * spread);
  return hexOf([at(channels[0]), at(channels[1]), at(channels[2])]);
}

/**
 * The shade closest to `colour` that is readable on `behind`: `colour` itself if possible, else darkened or lightened
 * to {@link textContrast}. The default primary, #409EFF, has only 2.8 on white, so lines and marks use it unchanged,
 * and texts and filled buttons this shade.
 */
export function readable(colour: Hex, behind: Hex): Hex {
  if (contrast(colour, behind) >= textContrast) return colour;
  const [red, green, blue] = channelsOf(colour);
  const start = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 2;
  const darker = luminance(behind) > 0.18; // at this grey, black and white text can be read equally well
  for (let step = 1; step <= 100; step++) {
    const lightness = darker ? start * (1 - step / 100) : start + (1 - start) * (step / 100);
    const shade = withLightness(colour, lightness);
    if (contrast(shade, behind) >= textContrast) return shade;
  }
  return darker ? '#000000' : '#ffffff';
}
