/** A candidate to seat. */
export interface SeatCandidate {
  readonly studentId: number;
  /** The candidate's agency; a candidate without one counts as a separate agency. */
  readonly agentId: number | null;
  readonly jointCategoryId: number;
}

/** A key that distinguishes agencies; each candidate without one is a separate agency. */
export function agencyKey({ agentId, studentId }: SeatCandidate): string {
  return agentId === null ? `s${studentId}` : `a${agentId}`;
}
