/** A salesperson who can be given leads. */
export interface Seller {
  readonly userId: number;
  /** Open leads that the salesperson has now: assigned, following or interested. */
  readonly open: number;
}

/** The three ways to share leads out (domain M1): evenly, to the one named, to whoever has most room. */
export const assignModes = { even: 1, one: 2, byRoom: 3 } as const;

/** One of {@link assignModes}. */
export type AssignMode = (typeof assignModes)[keyof typeof assignModes];

/**
 * Shares leads out among salespeople (domain 4.15): in turn by number; all to the first; or each to whoever has most
 * room below `cap` then, the lowest number among equals. Answers who gets which, in the order given; leads for which
 * nobody has room are in `unassigned`, which only the third way leaves.
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
