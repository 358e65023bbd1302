import { codeItem } from '../../../kernel/codes.ts';
import type { Language } from '../../../kernel/label.ts';
import { subject } from '../../shared/shared.codes.ts';

/** A code of `subject`. */
export type SubjectCode = (typeof subject)['items'][number]['code'];

/** The subjects that a programme requires of its candidates (选科要求), as data. */
export interface SubjectRequirement {
  /** The required first-choice subject (首选): 1 physics, 5 history; null for either. */
  readonly first: 1 | 5 | null;
  /** Subjects that a candidate must all have. */
  readonly all: readonly SubjectCode[];
  /** Subjects of which a candidate must have {@link anyNum}. */
  readonly any: readonly SubjectCode[];
  /** 0 if there are none to choose from. */
  readonly anyNum: number;
}

/** A published requirement as data, or the part of its text that could not be read. */
export type ReadRequirement =
  | { readonly requirement: SubjectRequirement; readonly unread?: never }
  | { readonly unread: string; readonly requirement?: never };

/** No requirement. */
export const noRequirement: SubjectRequirement = { first: null, all: [], any: [], anyNum: 0 };

/** The first-choice subjects by arts or science: 4 history, 5 physics. */
const firstOfAos: Readonly<Record<number, 1 | 5>> = { 4: 5, 5: 1 };

const letters = '物化生政史地技';
const names = ['物理', '化学', '生物', '政治', '历史', '地理', '技术'] as const;

/** The text in one notation: half width, short names, no blanks. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/思想政治|思政/g, '政治')
    .replace(/生物学/g, '生物')
    .replace(/(?:通用|信息)技术/g, '技术');
}

const digit: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 其一: 1 };
const numberOf = (text: string | undefined) => (text === undefined ? 1 : (digit[text] ?? Number(text)));

const nothing =
  /^(?:不限(?:制)?(?:选考)?(?:科目)?(?:要求)?|不提(?:出)?(?:再选|选考|选科)?(?:科目)?要求|无(?:再选)?(?:选考)?(?:科目)?(?:要求)?|均可|[()/:,;。、-])+$/;
const subjectPattern = `(?:${names.join('|')}|[${letters}])`;
const oneSubject = new RegExp(`^${subjectPattern}`);
/** Signs between subjects; the first ones mean all, the second ones any, the third ones leave it open. */
const connectors = { all: /^(?:\+|和|与|及|且|并)/, any: /^(?:或者?|\/)/, open: /^[、,]/ };
const anyWords =
  /^(?:[2-4二三四两]选([1-3一二两三])|(?:至少)?(?:任意|任选|选考其中|选其中|其中|至少选考?|选考?)(?:其)?([1-3一二两三])(?:门|科|个)?(?:科目)?|任选其?([1-3一二两三])?|之([一二]))/;
const allWords = /^(?:均须|均需|均要|都须|都需|都要|必须|必选|须选|缺一不可|全部|同时)/;
const noise =
  /^(?:首选|再选|次选|选考|选择|选科|选|科目|考生|要求|报考|填报|方可|即可|才可|可以|可|需要|需|须|为|是|均|即|者|考|[0-9一二两三四](?:门|科|个)|门|科|[():。;,、])/;

/** A run of subjects with the signs between them and the words around it that say whether all or some are required. */
interface Run {
  /** Subjects in groups: those joined by 或 or / are one group. */
  readonly groups: SubjectCode[][];
  /** A sign between them leaves open whether all are meant. */
  open: boolean;
  /** They are written together without a sign, or with one that means all. */
  joined: boolean;
  rule: 'all' | number | null;
}

/** Splits a text without the first-choice part into runs; the rest that is not understood otherwise. */
function runsOf(text: string): Run[] | string {
  const runs: Run[] = [];
  let rest = text;
  let before: Run['rule'] = null;
  while (rest !== '') {
    const any = anyWords.exec(rest);
    const all = any ? null : allWords.exec(rest);
    if (any ?? all) {
      const rule = any ? numberOf(any.slice(1).find(Boolean)) : 'all';
      const last = runs.at(-1);
      // A word after subjects is about them; one at the beginning, or after a finished run, about the next ones.
      if (last && last.rule === null) last.rule = rule;
      else if (!last || rule !== 'all') before = rule;
      rest = rest.slice((any ?? all)?.[0].length);
      continue;
    }
    const run = oneSubject.exec(rest);
    if (run) {
      const read = readRun(rest);
      read.run.rule = before;
      before = null;
      runs.push(read.run);
      rest = read.rest;
      continue;
    }
    const skipped = noise.exec(rest) ?? /^(?:\+|和|与|且|并)/.exec(rest) ?? /^不限/.exec(rest);
    if (!skipped) return rest;
    rest = rest.slice(skipped[0].length);
  }
  return runs;
}

function readRun(text: string): { run: Run; rest: string } {
  // 历史 is the only one whose short name is its second sign.
  const codeOf = (name: string) =>
    (letters.indexOf(name === '历史' ? '史' : name.charAt(0)) + 1) as SubjectCode;
  const run: Run = { groups: [], open: false, joined: false, rule: null };
  let rest = text;
  let alternative = false;
  for (;;) {
    const found = oneSubject.exec(rest);
    if (!found) break;
    if (alternative) run.groups.at(-1)?.push(codeOf(found[0]));
    else run.groups.push([codeOf(found[0])]);
    rest = rest.slice(found[0].length);
    const sign = (['all', 'any', 'open'] as const).flatMap(kind => {
      const at = connectors[kind].exec(rest);
      return at && oneSubject.test(rest.slice(at[0].length)) ? [{ kind, text: at[0] }] : [];
    })[0];
    alternative = sign?.kind === 'any';
    if (sign?.kind === 'open') run.open = true;
    if (sign?.kind === 'all' || (!sign && oneSubject.test(rest))) run.joined = true;
    rest = rest.slice(sign?.text.length ?? 0);
  }
  return { run, rest };
}

const sorted = (codes: readonly SubjectCode[]) => [...new Set(codes)].sort((a, b) => a - b);

/** The requirement of one run; null if its signs leave it open. */
function requiredBy({ groups, open, joined, rule }: Run): Omit<SubjectRequirement, 'first'> | null {
  const every = sorted(groups.flat());
  if (typeof rule === 'number') {
    if (rule > every.length) return null;
    return rule === every.length ? { all: every, any: [], anyNum: 0 } : { all: [], any: every, anyNum: rule };
  }
  const choices = groups.filter(group => group.length > 1);
  if (rule === 'all') return choices.length > 0 ? null : { all: every, any: [], anyNum: 0 };
  if (choices.length === 0) {
    if (open && every.length > 1) return null;
    return { all: every, any: [], anyNum: 0 };
  }
  // 化学、生物/政治 could mean either.
  if (choices.length > 1 || open) return null;
  if (groups.length > 1 && !joined) return null;
  const any = sorted(choices.flat());
  const all = sorted(groups.filter(group => group.length === 1).flat());
  return all.some(one => any.includes(one)) ? null : { all, any, anyNum: 1 };
}

/**
 * Reads a published requirement (选科要求), such as `物理+化学`, `化学和生物均须选考`, `首选物理，再选化学或生物`,
 * `化学、生物(选考其中1门即可报考)`, `不限`. A list such as `化学、生物` that does not say whether all or one is meant is not
 * read: wrongly admitting or refusing a candidate is worse than asking. A blank text is no requirement.
 *
 * @param aos arts or science of the programme: with 4 or 5 its own subject is the first choice, not one of the others
 */
export function readSubjectRequire(text: string | null | undefined, aos?: number | null): ReadRequirement {
  const name = `${aos ?? 0} ${text ?? ''}`;
  const known = readBefore.get(name);
  if (known) return known;
  const read = readText(text ?? '', aos);
  if (readBefore.size >= mostRead) readBefore.clear();
  readBefore.set(name, read);
  return read;
}

/** Texts that were read: the plans of a province have few different ones, and a page weighs thousands of plans. */
const readBefore = new Map<string, ReadRequirement>();
const mostRead = 5_000;

function readText(text: string, aos: number | null | undefined): ReadRequirement {
  let rest = plain(text);
  if (rest === '' || nothing.test(rest)) return { requirement: noRequirement };
  let first: SubjectRequirement['first'] = null;
  const firstPart =
    /首选(?:科目)?(?:要求)?[为:]?((?:物理|历史|物|史)(?:(?:或者?|[/、,])(?:物理|历史|物|史))?|不限|均可)/.exec(
      rest,
    );
  if (firstPart) {
    const said = firstPart[1] ?? '';
    const both = /[物].*[史]|[史].*[物]/.test(said);
    first = both || /不限|均可/.test(said) ? null : said.startsWith('物') ? 1 : 5;
    rest = rest.replace(firstPart[0], '').replace(/^[,;、。+()]+/, '');
  }
  const secondPart = rest.replace(/(?:再选|次选)(?:科目)?(?:要求)?[为:]?/, '');
  if (secondPart === '' || nothing.test(secondPart)) return { requirement: { ...noRequirement, first } };
  const runs = runsOf(secondPart);
  if (typeof runs === 'string') return { unread: runs.slice(0, 32) };
  const read = runs.map(requiredBy);
  if (runs.length === 0 || read.includes(null)) return { unread: secondPart.slice(0, 32) };
  const parts = read.filter(one => one !== null);
  const some = parts.filter(one => one.anyNum > 0);
  if (some.length > 1) return { unread: secondPart.slice(0, 32) };
  const own = aos === undefined || aos === null ? undefined : firstOfAos[aos];
  let all = sorted(parts.flatMap(one => one.all));
  const any = some[0]?.any ?? [];
  if (any.some(one => all.includes(one))) return { unread: secondPart.slice(0, 32) };
  if (own && first === null && all.includes(own)) first = own;
  if (first !== null) all = all.filter(one => one !== first);
  return { requirement: { first, all, any, anyNum: some[0]?.anyNum ?? 0 } };
}

/** Reports whether a requirement excludes anybody. */
export function requiresSubjects({ first, all, anyNum }: SubjectRequirement): boolean {
  return first !== null || all.length > 0 || anyNum > 0;
}

/** The subjects of a candidate as far as known: the re-selected ones, and the first choice of arts or science. */
export interface TakenSubjects {
  readonly aos?: number | null | undefined;
  readonly subjects?: readonly number[] | null | undefined;
}

/** Compares a candidate's subjects with a requirement; `unknown` if the subjects, or the requirement itself, are not known. */
export function meetsSubjects(
  read: ReadRequirement,
  { aos, subjects }: TakenSubjects,
): 'yes' | 'no' | 'unknown' {
  if (!read.requirement) return 'unknown';
  const { first, all, any, anyNum } = read.requirement;
  const own = firstOfAos[aos ?? 0];
  const known = subjects != null && subjects.length > 0;
  const taken = new Set<number>([...(subjects ?? []), ...(own ? [own] : [])]);
  // Each first choice excludes the other one, whatever else is known.
  if (first !== null && !taken.has(first) && (own !== undefined || known)) return 'no';
  const missing = (code: number) => !taken.has(code);
  const excluded = (code: number) => missing(code) && (known || (own !== undefined && [1, 5].includes(code)));
  if (all.some(excluded)) return 'no';
  const open = first !== null && missing(first);
  const left = any.filter(code => taken.has(code)).length;
  if (anyNum > 0 && known && left < anyNum) return 'no';
  return open || all.some(missing) || left < anyNum ? 'unknown' : 'yes';
}

/** The names of subjects, joined. */
export function subjectNames(codes: readonly number[], language: Language, between: string): string {
  return codes.map(code => codeItem(subject, code)?.label[language] ?? String(code)).join(between);
}

/** A requirement in words; the Chinese ones are read again as the same requirement. */
export function requirementText({ first, all, any, anyNum }: SubjectRequirement, language: Language): string {
  const zh = language === 'zh';
  const others = [
    ...(all.length > 0
      ? [zh ? `${subjectNames(all, language, '和')}必选` : `${subjectNames(all, language, ' and ')}`]
      : []),
    ...(anyNum > 0
      ? [
          zh
            ? `${subjectNames(any, language, '、')}任选${anyNum}门`
            : `${anyNum} of ${subjectNames(any, language, ', ')}`,
        ]
      : []),
  ];
  const parts = [
    ...(first === null
      ? []
      : [zh ? `首选${subjectNames([first], language, '')}` : subjectNames([first], language, '')]),
    ...others,
  ];
  if (parts.length === 0) return zh ? '不限' : 'Any subjects';
  return parts.join(zh ? '；' : '; ');
}
