/** A salesperson who can be given leads. */
export interface Seller {
  readonly userId: number;
  /** Open leads the salesperson currently has: assigned, following or interested. */
  readonly open: number;
}

/** The three ways to distribute leads (domain M1): evenly, to one person, or to the person with the most capacity. */
export const assignModes = { even: 1, one: 2, byRoom: 3 } as const;

/** One of {@link assignModes}. */
export type AssignMode = (typeof assignModes)[keyof typeof assignModes];

/**
 * Distributes leads among salespeople (domain 4.15): in turn by number; all to the first; or each to the person with
 * the most capacity left below `cap`, the lowest number among equals. Returns the assignments in the given order; leads
 * beyond everyone's capacity are in `unassigned`, which only the third way produces.
 */
export function assignLeads(
  leads: readonly number[],
  sellers: readonly Seller[],
  mode: AssignMode,
  cap: number,
): { readonly byUser: ReadonlyMap<number, readonly number[]>; readonly unassigned: readonly number[] } {
  const inTurn = [...sellers].sort((one, other) => one.userId - other.userId);
  const byUser = new Map<number, number[]>();
  const unassigned: number[] = [];
  const room = new Map(inTurn.map(({ userId, open }) => [userId, cap - open]));
  for (const [index, lead] of leads.entries()) {
    const userId = chosen(inTurn, mode, index, room);
    if (userId === undefined) {
      unassigned.push(lead);
      continue;
    }
    room.set(userId, (room.get(userId) ?? 0) - 1);
    byUser.set(userId, [...(byUser.get(userId) ?? []), lead]);
  }
  return { byUser, unassigned };
}

function chosen(
  sellers: readonly Seller[],
  mode: AssignMode,
  index: number,
  room: ReadonlyMap<number, number>,
): number | undefined {
  if (mode === assignModes.even) return sellers[index % sellers.length]?.userId;
  if (mode === assignModes.one) return sellers[0]?.userId;
  const roomOf = ({ userId }: Seller) => room.get(userId) ?? 0;
  const [most] = [...sellers].sort((one, other) => roomOf(other) - roomOf(one) || one.userId - other.userId);
  return most && roomOf(most) > 0 ? most.userId : undefined;
}
