import { label } from '../../../../kernel/label.ts';
import { newSection, type Section } from './draft.ts';
import type { FlatLine } from './flat-text.ts';
import { continueQuestion } from './further-lines.ts';
import {
  type Heading,
  headingMarks,
  headingOf,
  isFurniture,
  isInstruction,
  isNotesLine,
} from './headings.ts';
import { takeKeyList } from './key-list-lines.ts';
import { segmentsOf } from './labels.ts';
import { appendLine } from './line-parts.ts';
import { type LineNumber, lineNumber } from './numbers.ts';
import { beginsLikeOption } from './options.ts';
import type { LineDecision } from './paper.types.ts';
import { hanQuestion, hasStructure, numberedLine, reasonTight, startQuestion } from './question-start.ts';
import { pointsLine, Reading, reasons } from './reading.ts';

/** Gathers the lines of a paper into parts and questions, and gives each line its role. */
export function readLines(lines: readonly FlatLine[], decisions: ReadonlyMap<number, LineDecision>): Reading {
  const reading = new Reading(lines, decisions);
  for (let at = 0; at < lines.length; at += 1) at = takeLine(reading, at);
  markLooseMaterial(reading);
  const [first] = reading.sections;
  if (reading.sections.some(({ heading }) => heading?.type !== undefined))
    for (const { checks } of first?.drafts ?? [])
      checks.push(label('前面没有标题说明题型', 'No heading above names the type'));
  return reading;
}

/** A text before the questions of a part, below which there are none, belongs to nothing. */
function markLooseMaterial({ sections, roles, owners, reasons: why }: Reading): void {
  for (const [place, { at = 0, drafts, material }] of sections.entries()) {
    if (drafts.length > 0 || material.length === 0) continue;
    const end = sections[place + 1]?.at ?? roles.length;
    for (let line = at; line < end; line += 1) {
      if (roles[line] !== 'stem' || owners[line] !== undefined) continue;
      roles[line] = 'unknown';
      why[line] = reasons.noQuestion;
    }
  }
}

/** Takes the line at a place, and returns the last place that it took. */
function takeLine(reading: Reading, at: number): number {
  const line = reading.lines[at];
  if (!line) return at;
  const { flat } = line;
  if (flat.trim() === '') {
    reading.gap = true;
    return at;
  }
  const decided = reading.decisions.get(at);
  if (decided === 'leaveOut') return reading.set(at, 'leftOut');
  if (decided === 'heading') {
    const heading = headingOf(flat);
    return openSection(reading, at, typeof heading === 'object' ? heading : undefined);
  }
  if (decided === 'start') return startQuestion(reading, line, lineNumber(flat), []);
  if (decided === 'join') return joinLine(reading, line);
  if (isFurniture(flat)) return reading.set(at, 'leftOut');
  const listed = takeKeyList(reading, at);
  if (listed !== undefined) return listed;
  const heading = headingOf(flat);
  if (typeof heading === 'object') {
    reading.notes = false;
    return openSection(reading, at, heading);
  }
  if (reading.draft === undefined && isNotesLine(flat)) reading.notes = true;
  const asked = heading === 'like' ? hanQuestion(reading, line) : undefined;
  if (asked) return startQuestion(reading, line, asked, []);
  const number = lineNumber(flat);
  if (reading.draft === undefined) return beforeQuestions(reading, line, number);
  if (heading === 'like') return reading.set(at, 'unknown', reasons.heading);
  if (number) {
    const known = numberedLine(reading, line, number);
    if (known !== undefined) return known;
  }
  return continueQuestion(reading, line);
}

function openSection(reading: Reading, at: number, heading: Heading | undefined): number {
  reading.sections.push(newSection(heading, at));
  return reading.set(at, 'heading');
}

/** A line before the first question of a section. */
function beforeQuestions(reading: Reading, line: FlatLine, number: LineNumber | undefined): number {
  const { at, flat, text } = line;
  const section = reading.section;
  const headed = section.at !== undefined;
  if (reading.notes) {
    // Advice is numbered, too: the questions begin behind a gap, at the next 1.
    const over = number !== undefined && number.n === 1 && hasStructure(reading.lines, at, number.style);
    if (!over) return reading.set(at, 'leftOut');
    reading.notes = false;
  }
  if (number && !(number.tight && !number.year && number.n !== 1) && number.style !== 'bare') {
    const follows = number.n === 1 || number.n === reading.last + 1;
    const checks = follows ? [] : [label(`题号从 ${number.n} 开始`, `The numbers begin with ${number.n}`)];
    if (number.tight && !number.year) checks.push(reasonTight(number));
    return startQuestion(reading, line, number, checks);
  }
  const marks = headingMarks(flat);
  if (headed && isInstructionOfMarks(marks) && (isInstruction(flat) || /^\s*\(/.test(flat))) {
    section.marks = { ...section.marks, ...definedOnly(marks) };
    return reading.set(at, 'points');
  }
  if (headed && isInstruction(flat)) return reading.set(at, 'leftOut');
  if (headed && pointsLine.test(flat)) {
    section.marks = { ...section.marks, total: pointsLine.exec(flat)?.[1] };
    return reading.set(at, 'points');
  }
  const structured = beginsLikeOption(flat) || segmentsOf(flat).before === 0;
  if (structured) return reading.set(at, 'unknown', reasons.noQuestion);
  if (section.heading?.material) {
    section.material.push(text.trim());
    return reading.set(at, 'stem');
  }
  if (!headed) return reading.set(at, 'leftOut');
  return reading.set(at, 'unknown', reasons.noQuestion);
}

function joinLine(reading: Reading, line: FlatLine): number {
  const draft = reading.draft;
  if (draft) return appendLine(reading, line, draft.part);
  reading.section.material.push(line.text.trim());
  return reading.set(line.at, 'stem');
}

function isInstructionOfMarks(marks: Section['marks']): boolean {
  return (marks.each ?? marks.perBlank ?? marks.total ?? marks.count) !== undefined;
}

function definedOnly(marks: Section['marks']): Partial<Section['marks']> {
  return Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== undefined));
}
