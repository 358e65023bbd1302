import { holdsKept } from '../engine/access.ts';
import type { Person, ReadPerson } from './person.ts';

/**
 * The rights of somebody, and the rows they reach: the part of a person that is compared. An administrator holds
 * every code and reaches every row.
 */
export type Rights = Pick<
  Person,
  'admin' | 'permissions' | 'partnersIds' | 'provinceId' | 'agentId' | 'ownRowsOnly' | 'noRows'
>;

/** A side on which rights may reach further than others: all rows instead of own ones, or past an organisation. */
export type ReachPart = 'rows' | 'partner' | 'province' | 'agency';

/** A side on which rights may be more than others. */
export type RightsPart = 'admin' | 'codes' | ReachPart;

/** The rights of nobody: of an account that is disabled, deleted, or not there yet. */
export const noRights: Rights = {
  admin: false,
  permissions: new Set(),
  partnersIds: null,
  provinceId: null,
  agentId: null,
  ownRowsOnly: false,
  noRows: true,
};

/** The rights that an account gives at this moment; none for one that is disabled, deleted or unknown. */
export function rightsNow(read: ReadPerson | undefined): Rights {
  return read?.active ? read.person : noRights;
}

/** Whether somebody holds every one of these codes. */
export function holdsAll(who: Rights, codes: Iterable<string>): boolean {
  for (const code of codes) if (!holdsKept(who, code)) return false;
  return true;
}

/** The first side on which `other` reaches rows that `who` does not, told from where both are bound. */
export function reachBeyond(who: Rights, other: Rights): ReachPart | undefined {
  if (who.admin || (other.noRows && !other.admin)) return undefined;
  if (other.admin || who.noRows || (who.ownRowsOnly && !other.ownRowsOnly)) return 'rows';
  if (who.partnersIds !== null) {
    const own = new Set(who.partnersIds);
    if (other.partnersIds === null || !other.partnersIds.every(id => own.has(id))) return 'partner';
  }
  if (who.provinceId !== null && who.provinceId !== other.provinceId) return 'province';
  return who.agentId !== null && who.agentId !== other.agentId ? 'agency' : undefined;
}

/** Whether `who` holds and reaches all that `other` does: nobody changes one who is stronger (domain A1). */
function covers(who: Rights, other: Rights): boolean {
  if (who.admin) return true;
  return !other.admin && holdsAll(who, other.permissions) && reachBeyond(who, other) === undefined;
}

/** Whether `after` is more than `before` on any side. */
export function isMore(before: Rights, after: Rights): boolean {
  return !covers(before, after);
}

/**
 * The sides on which somebody gains, from `before` to `after`, what `who` cannot give for want of it. A code that is
 * gained counts for all rows that its holder reaches afterwards.
 */
export function gainsBeyond(who: Rights, before: Rights, after: Rights): RightsPart[] {
  if (who.admin || !isMore(before, after)) return [];
  const found: RightsPart[] = [];
  if (after.admin && !before.admin) found.push('admin');
  const codes = [...after.permissions].filter(code => !holdsKept(before, code));
  if (!holdsAll(who, codes)) found.push('codes');
  const wider = codes.length > 0 || reachBeyond(before, after) !== undefined;
  const side = wider && !after.admin ? reachBeyond(who, after) : undefined;
  return side === undefined ? found : [...found, side];
}
