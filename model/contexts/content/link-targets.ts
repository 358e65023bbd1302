/** A kind of link whose value is the number of a row of a dataset. */
export interface LinkTarget {
  /** Name of the dataset. Numbers are checked as soon as the registry has it. */
  readonly dataset: string;
  /** Values of a row that the apps show. */
  readonly shown: Readonly<Record<string, number>>;
}

/**
 * The kinds of links that lead to a row, by code of `carouselLink` (domain L5). Another kind is one more line here; the
 * datasets of articles and courses are looked up by name, so that this context does not wait for them.
 */
export const linkTargets: Readonly<Record<number, LinkTarget>> = {
  1: { dataset: 'article', shown: { auditStatus: 2, upStatus: 1 } },
  2: { dataset: 'goods', shown: { upStatus: 1 } },
  3: { dataset: 'course', shown: { auditStatus: 2, upStatus: 1 } },
};
