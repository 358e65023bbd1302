/** A candidate who is to be seated. */
export interface SeatCandidate {
  readonly studentId: number;
  /** The candidate's agency; somebody without one counts as an agency of one. */
  readonly agentId: number | null;
  readonly jointCategoryId: number;
}

/** Tells agencies apart; candidates without one are each an agency. */
export function agencyKey({ agentId, studentId }: SeatCandidate): string {
  return agentId === null ? `s${studentId}` : `a${agentId}`;
}
