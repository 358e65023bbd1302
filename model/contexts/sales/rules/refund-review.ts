/** The part of a refund that names its earlier reviewers. */
export interface Reviewed {
  /** The person who approved it first, if it needs two. */
  readonly firstAuditBy?: number | null | undefined;
}

/** Fields with people who may not review a refund, besides its applicant. */
export const earlierReviewers = ['firstAuditBy'] as const satisfies readonly (keyof Reviewed)[];

/** Reports whether a person has reviewed a refund before: someone else must review it next. */
export function hasReviewed(refund: Reviewed, userId: number): boolean {
  return earlierReviewers.some(field => refund[field] === userId);
}

/**
 * Reports whether an approval is not the last one: if the bought entitlement has been used, two people must approve a
 * refund one after the other (domain 3.2).
 */
export function needsSecondReview(refund: Reviewed, used: boolean): boolean {
  return used && refund.firstAuditBy == null;
}
