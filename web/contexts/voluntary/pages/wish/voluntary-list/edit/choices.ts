import { archiveRule as archiveRules } from '@yikao/model/contexts/admission/admission.codes.ts';
import { choiceKey } from '@yikao/model/contexts/voluntary/rules/voluntary-list.ts';
import type {
  ListChoice,
  ListProgramme,
  ListRulesTold,
} from '@yikao/model/contexts/voluntary/voluntary.calls.ts';

/** The bands from bold to safe, with the places that their choices take in a parallel list. */
export const bands = ['冲', '稳', '保'] as const;

const place = (level: ListChoice['level']) => (level === null ? -1 : ['难', ...bands].indexOf(level));

/** A programme as a new choice. */
export function choiceFrom(programme: ListProgramme, adjustFlag: boolean): ListChoice {
  return { ...programme, profNames: [programme.profName], adjustFlag, gone: false, now: null };
}

/**
 * Reports whether a choice is no safer than another one: of a bolder band, or of the same with a line as hard to reach.
 */
function noSafer(one: ListChoice, other: ListChoice): boolean {
  const [own, theirs] = [place(one.level), place(other.level)];
  if (own !== theirs) return own < theirs;
  if (one.line === null || other.line === null || one.byRank !== other.byRank) return true;
  return one.byRank ? one.line <= other.line : one.line >= other.line;
}

/** The list with one more choice: in a parallel one after the last that is no safer, else at the end. */
export function withChoice(items: readonly ListChoice[], one: ListChoice, archiveRule: number): ListChoice[] {
  if (archiveRule === archiveRules.is.sequential) return [...items, one];
  const after = items.findLastIndex(other => noSafer(other, one));
  return items.toSpliced(after + 1, 0, one);
}

/** The key that identifies equal choices; a deleted programme is unique. */
export function keyOf(
  one: Pick<ListChoice, 'admissionId' | 'schoolId' | 'groupNo' | 'profName'>,
  majors: number,
): string {
  return one.schoolId === 0 ? `gone ${one.admissionId}` : choiceKey(one, majors);
}

/** Relation of a programme to a list: not in it, another major of a choice with or without room, or in it. */
export type Standing = 'free' | 'joins' | 'full' | 'chosen';

/** Returns the relation of programmes to a list whose choices may name this many majors. */
export function standingIn(
  items: readonly ListChoice[],
  majors: number,
): (programme: ListProgramme) => Standing {
  const choices = new Map(items.map(one => [keyOf(one, majors), one.profNames]));
  return programme => {
    const named = choices.get(keyOf(programme, majors));
    if (!named) return 'free';
    if (named.includes(programme.profName)) return 'chosen';
    return named.length < majors ? 'joins' : 'full';
  };
}

/** The list with a programme as a further major of the choice that it belongs to. */
export function withMajor(items: readonly ListChoice[], one: ListProgramme, majors: number): ListChoice[] {
  const key = keyOf(one, majors);
  return items.map(other =>
    keyOf(other, majors) === key ? { ...other, profNames: [...other.profNames, one.profName] } : other,
  );
}

/** A warning for the planner of a list, by the name of its sentence. */
export type Warning =
  | { readonly name: 'over'; readonly over: number }
  | {
      readonly name:
        | 'gone'
        | 'changed'
        | 'subjects'
        | 'hopeless'
        | 'unknown'
        | 'noSafe'
        | 'order'
        | 'provisional'
        | 'unscaled'
        | 'unchecked';
      readonly count: number;
    };

/** The faults of a list, and warnings, most serious first. */
export function warningsOf(items: readonly ListChoice[], { quota, archiveRule }: ListRulesTold): Warning[] {
  const count = (holds: (one: ListChoice) => boolean) => items.filter(holds).length;
  const unordered =
    archiveRule === archiveRules.is.parallel
      ? items.filter((one, at) => {
          const before = items[at - 1];
          return before && one.level && before.level && place(one.level) < place(before.level);
        }).length
      : 0;
  const safe = count(({ level }) => level === '保');
  const found: (Warning | false)[] = [
    quota !== null && items.length > quota && { name: 'over', over: items.length - quota },
    { name: 'gone', count: count(({ gone }) => gone) },
    { name: 'changed', count: count(({ now }) => now !== null) },
    { name: 'subjects', count: count(({ reason, gone }) => reason === 'subjects' && !gone) },
    { name: 'hopeless', count: count(({ level, reason }) => level === '难' && reason !== 'subjects') },
    { name: 'noSafe', count: items.length > 0 && safe === 0 ? 1 : 0 },
    { name: 'order', count: unordered },
    { name: 'unknown', count: count(({ level, gone }) => level === null && !gone) },
    { name: 'provisional', count: count(({ provisional }) => provisional) },
    { name: 'unscaled', count: count(({ unscaled }) => unscaled) },
    { name: 'unchecked', count: count(({ unchecked }) => unchecked.length > 0) },
  ];
  return found.filter(
    (one): one is Warning => one !== false && ('over' in one ? one.over > 0 : one.count > 0),
  );
}

/** Reports whether two lists are equal in everything that people decide. */
export function sameChoices(one: readonly ListChoice[], other: readonly ListChoice[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ admissionId, adjustFlag, profNames }, at) => {
      const there = other[at];
      return (
        there?.admissionId === admissionId &&
        there.adjustFlag === adjustFlag &&
        there.profNames.join() === profNames.join()
      );
    })
  );
}
