import { halfUp, times } from './money.ts';

/** A share as a percentage: `0.3238` becomes `32.38%`. Exact for text; text that is no decimal is returned unchanged. */
export function percentText(share: string | number, decimals = 2): string {
  // Fixed decimals, because a small number is written with an exponent.
  const text = typeof share === 'number' && Number.isFinite(share) ? share.toFixed(10) : String(share);
  return /^-?\d+(\.\d+)?$/.test(text) ? `${halfUp(times(text, '100'), decimals)}%` : text;
}
