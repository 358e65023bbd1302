import { sum } from '../../../rules/money.ts';
import { leadStatus } from '../crm.codes.ts';

/** Fewest and most leads of one person that are merged at once. */
export const mergeCounts = { min: 2, max: 5 } as const;

/** Days during which a merge can be undone. */
export const mergeUndoDays = 30;

/** Fields of which one lead's value is kept, in the order in which the dialog shows them. */
export const mergedFields = [
  ...(['studentName', 'gender', 'saleUserId', 'intent', 'nextFollowTime', 'provinceId', 'cityId'] as const),
  ...(['jointCategoryId', 'highSchool', 'agentName', 'sourceId', 'channelId', 'userId', 'wxAdded'] as const),
  ...(['tags', 'remark'] as const),
] as const;

/** One of {@link mergedFields}. */
export type MergedField = (typeof mergedFields)[number];

/** The values of a lead that its merge with others depends on. */
export type MergeLead = { readonly [K in MergedField]?: unknown } & {
  readonly leadId: number;
  readonly leadStatus?: number | null | undefined;
  readonly dataYear?: number | null | undefined;
};

/** The lead chosen for each field; a field without an entry gets the default. */
export type MergeChoice = { readonly [K in MergedField]?: number | undefined };

type StateName = NonNullable<(typeof leadStatus.items)[number]['name']>;

/** The states from the most to the least advanced. */
const advance: readonly StateName[] = [
  ...(['won', 'interested', 'following', 'assigned', 'unassigned', 'lost', 'invalid'] as const),
];

/** The states of a lead that a salesperson follows up. */
const open: readonly StateName[] = ['assigned', 'following', 'interested'];

/** The name of a lead's state. */
function stateOf({ leadStatus: code }: MergeLead): StateName {
  return leadStatus.items.find(item => item.code === code)?.name ?? 'unassigned';
}

const rank = (lead: MergeLead) => advance.indexOf(stateOf(lead));

/** Reports whether a value is none: null, an empty text, or an empty list. */
function isNone(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 0;
}

/**
 * The lead that stays unless a person chooses another one: with a salesperson before without, then the most advanced
 * state, then the oldest.
 */
export function leadThatStays<L extends MergeLead>(leads: readonly L[]): L | undefined {
  const owned = (lead: L) => (isNone(lead.saleUserId) ? 1 : 0);
  return [...leads].sort(
    (one, other) => owned(one) - owned(other) || rank(one) - rank(other) || one.leadId - other.leadId,
  )[0];
}

/** The state of the lead that stays: the most advanced of all, so that a won one makes it won. */
export function mergedState(leads: readonly MergeLead[]): StateName {
  const [first] = [...leads].sort((one, other) => rank(one) - rank(other));
  return first ? stateOf(first) : 'unassigned';
}

/** The leads that are merged: all of them, with the one that stays. */
export interface Merging<L extends MergeLead = MergeLead> {
  readonly leads: readonly L[];
  readonly stays: L;
  readonly choice: MergeChoice;
}

/**
 * Reports whether a lead's value can be kept. A city lies in the province that is kept, a category in the year of the
 * lead that stays as well; a lead without a follow-up has no salesperson and no appointment.
 */
export function canKeep(merging: Merging, field: MergedField, lead: MergeLead): boolean {
  const state = mergedState(merging.leads);
  switch (field) {
    case 'cityId':
      return isInProvince(merging, lead);
    case 'jointCategoryId':
      return isInProvince(merging, lead) && lead.dataYear === merging.stays.dataYear;
    case 'saleUserId':
      return state === 'invalid' || [...open, 'won'].includes(stateOf(lead));
    case 'nextFollowTime':
      return open.includes(state) && open.includes(stateOf(lead));
    default:
      return true;
  }
}

function isInProvince(merging: Merging, lead: MergeLead): boolean {
  const province = (of: MergeLead | undefined) => of?.provinceId ?? null;
  return province(lead) === province(keptFrom(merging, 'provinceId'));
}

/**
 * The lead whose value of a field is kept: the chosen one, else the one that stays, else the first that has a value.
 * Undefined if no lead has one that can be kept.
 */
export function keptFrom<L extends MergeLead>(merging: Merging<L>, field: MergedField): L | undefined {
  const { leads, stays, choice } = merging;
  const chosen = leads.find(({ leadId }) => leadId === choice[field]);
  // A zero that somebody chose, such as “no”, is a value.
  if (chosen?.[field] != null && chosen[field] !== '' && canKeep(merging, field, chosen)) return chosen;
  return [stays, ...leads].find(lead => !isNone(lead[field]) && canKeep(merging, field, lead));
}

/** The money for which the leads were sold altogether; null if none was sold. */
export function soldTogether(amounts: readonly (string | null)[]): string | null {
  const sold = amounts.filter(amount => amount !== null);
  return sold.length === 0 ? null : sum(sold);
}
