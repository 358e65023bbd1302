import { type Label, label } from '../../../../kernel/label.ts';
import { type Draft, newSection, type Section } from './draft.ts';
import type { FlatLine } from './flat-text.ts';
import type { LineDecision, LineRole } from './paper.types.ts';

/** Why a line is not understood, in the words of the person who reads the paper. */
export const reasons = {
  heading: label('像标题，但不认得题型', 'Looks like a heading of an unknown type'),
  number: label('题号不连续，不能确定是不是新的一题', 'The number does not follow; it may begin a question'),
  point: label('可能是答案的要点，也可能是新的一题', 'May be a point of the answer, or a new question'),
  option: label('选项的字母不连续或重复', 'The letter of the option is repeated or does not follow'),
  key: label('该题已有答案', 'The question has a key already'),
  label: label('不认得的标签', 'An unknown label'),
  behind: label('不知道属于哪一部分', 'It is not clear what this belongs to'),
  noQuestionOfKey: label('没有这个题号的试题', 'There is no question of this number'),
  noQuestion: label('前面没有试题', 'There is no question above'),
} as const satisfies Record<string, Label>;

/** A line that names the marks of a question or of a part, and nothing else. */
export const pointsLine =
  /^\s*[([（]?\s*(?:本(?:小)?题)?(?:满分|共|分值)?\s*:?\s*(\d{1,4}(?:\.\d{1,2})?)\s*分\s*[)\]）]?\s*$/;

/** A paper while its lines are read: the questions so far, and the role that each line was given. */
export class Reading {
  readonly sections: Section[] = [newSection(undefined, undefined)];
  readonly drafts: Draft[] = [];
  readonly roles: LineRole[];
  readonly owners: (number | undefined)[];
  readonly reasons: (Label | undefined)[];
  readonly problems: Label[] = [];
  readonly lines: readonly FlatLine[];
  readonly decisions: ReadonlyMap<number, LineDecision>;
  /** Blank lines are between most lines, so that they separate nothing. */
  readonly spaced: boolean;
  /** The lines are advice for candidates. */
  notes = false;
  /** The line above is blank. */
  gap = false;
  /** Number of the last question. */
  last = 0;

  constructor(lines: readonly FlatLine[], decisions: ReadonlyMap<number, LineDecision>) {
    this.lines = lines;
    this.decisions = decisions;
    this.roles = lines.map(() => 'blank');
    this.owners = lines.map(() => undefined);
    this.reasons = lines.map(() => undefined);
    const filled = lines.filter(({ flat }) => flat.trim() !== '').length;
    this.spaced = lines.length - filled > filled * 0.6;
  }

  /** The part of the paper that is being read. */
  get section(): Section {
    return this.sections.at(-1) ?? newSection(undefined, undefined);
  }

  /** The question that further lines continue: none directly below a heading. */
  get draft(): Draft | undefined {
    return this.section.drafts.at(-1);
  }

  /** Gives a line its role, and returns the line. */
  set(at: number, role: LineRole, reason?: Label): number {
    this.roles[at] = role;
    const draft = this.draft;
    if (draft && role !== 'heading' && role !== 'leftOut') {
      this.owners[at] = this.drafts.indexOf(draft);
      if (role !== 'unknown') draft.to = at;
    }
    this.reasons[at] = reason;
    this.gap = false;
    return at;
  }
}
