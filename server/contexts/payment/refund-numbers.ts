/** Most payments of one order that a refund is taken from. */
const mostParts = 9;

/**
 * The numbers by which vendors know the parts of a refund: the first has the refund's own number, so that a refund from
 * a single payment has the same number on both sides. At most 32 letters and digits.
 */
export const partNumbers = (refundNo: string): readonly string[] =>
  Array.from({ length: mostParts }, (_, at) => (at === 0 ? refundNo : `${refundNo}P${at + 1}`));

/** The number of the refund that a part belongs to; see {@link partNumbers}. */
export const refundOfPart = (partNo: string): string => /^(R\d+)P\d$/.exec(partNo)?.[1] ?? partNo;
