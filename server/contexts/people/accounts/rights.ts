import { holdsKept } from '../../../engine/scope/access.ts';
import type { Person, ReadPerson } from './person.ts';

/** A person's rights and reach, for comparison. Administrators hold every code and reach every row. */
export type Rights = Pick<
  Person,
  'admin' | 'permissions' | 'partnersIds' | 'provinceId' | 'agentId' | 'ownRowsOnly' | 'noRows'
>;

/** A way in which rights may reach further: all rows instead of own ones, or beyond an organisation. */
export type ReachPart = 'rows' | 'partner' | 'province' | 'agency';

/** A side on which rights may be more than others. */
export type RightsPart = 'admin' | 'codes' | ReachPart;

/** No rights: for an account that is disabled, deleted, or not created yet. */
export const noRights: Rights = {
  admin: false,
  permissions: new Set(),
  partnersIds: null,
  provinceId: null,
  agentId: null,
  ownRowsOnly: false,
  noRows: true,
};

/** An account's current rights; none if it is disabled, deleted or unknown. */
export function rightsNow(read: ReadPerson | undefined): Rights {
  return read?.active ? read.person : noRights;
}

/** Reports whether a person holds every one of these codes. */
export function holdsAll(who: Rights, codes: Iterable<string>): boolean {
  for (const code of codes) if (!holdsKept(who, code)) return false;
  return true;
}

/** The first way in which `other` reaches rows that `who` does not, compared by what both are bound to. */
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

/**
 * Reports whether `who` holds and reaches everything `other` does: nobody may change a person with more rights (domain
 * A1).
 */
function covers(who: Rights, other: Rights): boolean {
  if (who.admin) return true;
  return !other.admin && holdsAll(who, other.permissions) && reachBeyond(who, other) === undefined;
}

/** Reports whether `after` is more than `before` on any side. */
export function isMore(before: Rights, after: Rights): boolean {
  return !covers(before, after);
}

/**
 * The ways in which a person gains, from `before` to `after`, rights that `who` lacks and cannot give. A gained code
 * counts for all rows its holder reaches afterwards.
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
