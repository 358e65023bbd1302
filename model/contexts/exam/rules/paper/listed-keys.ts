import { type Label, label } from '../../../../kernel/label.ts';
import type { Draft, Section } from './draft.ts';
import type { KeyGroup, KeyList } from './key-list.ts';
import type { ListedKey } from './key-tokens.ts';

/** Which question each listed key belongs to, and the numbers that have no counterpart. */
export interface AssignedKeys {
  readonly given: ReadonlyMap<Draft, ListedKey>;
  /** Keys that no question has the number of. */
  readonly extra: readonly ListedKey[];
  readonly problems: readonly Label[];
}

const numbers = (all: readonly number[]) => all.slice(0, 20).join('、') + (all.length > 20 ? ' …' : '');
const english = (all: readonly number[]) => all.slice(0, 20).join(', ') + (all.length > 20 ? ' …' : '');

/** Cuts questions where their numbers begin again. */
function runsOf(drafts: readonly Draft[]): Draft[][] {
  const runs: Draft[][] = [];
  for (const draft of drafts) {
    const last = runs.at(-1)?.at(-1);
    if (last && draft.n > last.n) runs.at(-1)?.push(draft);
    else runs.push([draft]);
  }
  return runs;
}

/** The section that a heading of the list names: by its numeral, by its type if that is said once, else by its place. */
function sectionOf(group: KeyGroup, sections: readonly Section[], place: number): Section | undefined {
  const typed = sections.filter(({ heading }) => heading?.type === group.type && group.type !== undefined);
  const ordered = sections.filter(
    ({ heading }) => heading?.ordinal === group.ordinal && group.ordinal !== '',
  );
  if (ordered.length === 1) return ordered[0];
  return typed.length === 1 ? typed[0] : sections[place];
}

/** Gives each question of a scope its key of a list. Numbers without a counterpart are problems, on both sides. */
export function assignKeys(scope: readonly Draft[], all: readonly Section[], list: KeyList): AssignedKeys {
  const given = new Map<Draft, ListedKey>();
  const extra: ListedKey[] = [];
  const sections = all.filter(({ drafts }) => drafts.some(one => scope.includes(one)));
  const headed = list.groups.some(group => group.headed);
  const runs = runsOf(scope);
  const unique = new Set(scope.map(({ n }) => n)).size === scope.length;
  for (const [place, group] of list.groups.entries()) {
    const inSection = headed
      ? sectionOf(group, sections, place)?.drafts.filter(one => scope.includes(one))
      : undefined;
    const candidates = inSection ?? (unique ? scope : (runs[place] ?? []));
    for (const key of group.keys) {
      const found =
        candidates.find(({ n }) => n === key.n) ??
        (unique && headed ? scope.find(({ n }) => n === key.n) : undefined);
      if (!found || given.has(found)) extra.push(key);
      else given.set(found, key);
    }
  }
  const missing = scope.filter(one => !given.has(one)).map(({ n }) => n);
  const problems: Label[] = [];
  if (extra.length > 0) {
    const said = extra.slice(0, 20).map(({ n, text }) => `${n}“${text}”`);
    const more = extra.length > 20 ? ' …' : '';
    problems.push(
      label(
        `末尾的答案与试题对不上：没有对应试题的答案 ${said.join('、')}${more}`,
        `The keys at the end do not match: no question for the keys ${said.join(', ')}${more}`,
      ),
    );
  }
  if (missing.length > 0)
    problems.push(
      label(
        `末尾的答案与试题对不上：缺少第 ${numbers(missing)} 题的答案`,
        `The keys at the end do not match: no key for the questions ${english(missing)}`,
      ),
    );
  return { given, extra, problems };
}
