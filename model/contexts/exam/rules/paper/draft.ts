import type { Label } from '../../../../kernel/label.ts';
import type { FlatLine } from './flat-text.ts';
import type { Heading } from './headings.ts';
import type { NumberStyle } from './numbers.ts';
import { optionsOf } from './options.ts';

/** A part of the paper under one heading, or before any. */
export interface Section {
  readonly heading: Heading | undefined;
  /** Line of its heading; undefined before the first heading. */
  readonly at: number | undefined;
  marks: Pick<Heading, 'each' | 'perBlank' | 'total' | 'count'>;
  /** Style of its first number. */
  style: NumberStyle | undefined;
  /** Text that belongs to all of its questions. */
  readonly material: string[];
  readonly drafts: Draft[];
}

/** Part of a question that a further line may continue. */
export type Part = 'stem' | 'options' | 'key' | 'explanation';

/** A question while its lines are gathered. */
export interface Draft {
  readonly no: string;
  readonly n: number;
  readonly style: NumberStyle;
  readonly from: number;
  to: number;
  readonly section: Section;
  part: Part;
  readonly stem: string[];
  readonly options: Map<string, string>;
  /** The signs beside the letter of its first option. */
  optionSign: string | undefined;
  /** Keys as given, each of one label, list or bracket. */
  readonly keys: string[];
  readonly explanation: string[];
  /** Labels of its explanations. */
  readonly explained: Set<string>;
  readonly extra: string[];
  score: string | undefined;
  difficulty: string | undefined;
  type: string | undefined;
  /** Key in a bracket before the number. */
  readonly lead: string | undefined;
  /** Last numbers of lists within its parts. */
  stemList: { style: NumberStyle; last: number } | undefined;
  keyList: { style: NumberStyle; last: number } | undefined;
  /** The key comes from a list at the end. */
  listed: boolean;
  readonly checks: Label[];
}

/** A section that begins at a heading. */
export function newSection(heading: Heading | undefined, at: number | undefined): Section {
  return {
    heading,
    at,
    marks: {
      each: heading?.each,
      perBlank: heading?.perBlank,
      total: heading?.total,
      count: heading?.count,
    },
    style: undefined,
    material: [],
    drafts: [],
  };
}

/** A question that begins on a line. */
export function newDraft(
  section: Section,
  at: number,
  number: {
    readonly no: string;
    readonly n: number;
    readonly style: NumberStyle;
    readonly lead: string | undefined;
  },
): Draft {
  return {
    ...number,
    from: at,
    to: at,
    section,
    part: 'stem',
    stem: [],
    options: new Map(),
    optionSign: undefined,
    keys: [],
    explanation: [],
    explained: new Set(),
    extra: [],
    score: undefined,
    difficulty: undefined,
    type: undefined,
    stemList: undefined,
    keyList: undefined,
    listed: false,
    checks: [],
  };
}

/** The letter that the next option has. */
export function nextLetter({ options }: Draft): string {
  return 'ABCDEFGH'[options.size] ?? '';
}

/** Reports whether a question can have an answer in sentences: its heading says so, or nothing says otherwise. */
export function isFree({ section, options, stem, keys }: Draft): boolean {
  const type = section.heading?.type;
  if (type === 5 || type === 6) return true;
  if (type !== undefined || options.size > 0) return false;
  if (/_{2,}|[（(]\s*[）)]/.test(stem.join(''))) return false;
  return !/^[\s√×对错TF。]*$/.test(keys.join('')) || keys.join('') === '';
}

/** Options with letters alone count only where a second one follows, on the line or on the next. */
export function weakOptionsFollow(lines: readonly FlatLine[], at: number, letter: string): boolean {
  const next = 'ABCDEFGH'['ABCDEFGH'.indexOf(letter) + 1] ?? '';
  if (next === '') return true;
  for (let below = at + 1; below < lines.length; below += 1) {
    const flat = lines[below]?.flat ?? '';
    if (flat.trim() === '') continue;
    return optionsOf(flat, next, true) !== undefined;
  }
  return false;
}
