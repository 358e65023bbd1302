import type { CellProps } from '../../../fields/field-view.ts';

const megabyte = 1024 * 1024;

/** Bytes, in megabytes or gigabytes. */
export function SizeCell({ value }: CellProps) {
  const bytes = Number(value ?? 0);
  const [amount, unit] =
    bytes >= 1024 * megabyte ? [bytes / megabyte / 1024, 'GB'] : [bytes / megabyte, 'MB'];
  return <>{`${amount.toFixed(amount >= 100 ? 0 : 1)} ${unit}`}</>;
}
