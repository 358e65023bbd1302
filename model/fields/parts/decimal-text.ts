import type { DecimalField } from '../../kernel/field.ts';
import { percentText } from '../../rules/percent.ts';

/** A decimal as people read it: a share as a percentage, a plain one without zeros after the point. */
export function shownDecimal({ share, plain }: Pick<DecimalField, 'share' | 'plain'>, value: string): string {
  if (share) return percentText(value);
  return plain ? value.replace(/\.0*$|(?<=\.\d*)0+$/, '') : value;
}
