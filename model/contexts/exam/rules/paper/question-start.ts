import { type Label, label } from '../../../../kernel/label.ts';
import { type Draft, isFree, newDraft } from './draft.ts';
import type { FlatLine } from './flat-text.ts';
import { headingOf } from './headings.ts';
import { truthInStem } from './keys.ts';
import { segmentsOf } from './labels.ts';
import { appendLine, partsBehindStem, takeOptions, takeParts } from './line-parts.ts';
import { hanNumber, type LineNumber, lineNumber, type NumberStyle } from './numbers.ts';
import { optionsOf } from './options.ts';
import { type Reading, reasons } from './reading.ts';

/** The question below a line has a structure: options, a label, or a place for its answer. */
export function hasStructure(lines: readonly FlatLine[], at: number, style: NumberStyle): boolean {
  for (let next = at; next < lines.length; next += 1) {
    const flat = lines[next]?.flat ?? '';
    const number = lineNumber(flat);
    if (next > at && (number?.style === style || typeof headingOf(flat) === 'object')) return false;
    const body = flat.slice(next === at ? (number?.end ?? 0) : 0);
    if (segmentsOf(body).parts.some(({ kind }) => kind === 'key' || kind === 'explanation')) return true;
    if (/_{2,}|\(\s*(?:[A-H]{1,6}|√|×|对|错)?\s*\)/.test(body)) return true;
    if ((optionsOf(body, 'A', false)?.options.length ?? 0) > 0 && !optionsOf(body, 'A', false)?.weak)
      return true;
  }
  return false;
}

const reasonStyle = label('题号换了写法', 'The number is written in another way');
const reasonBare = label('题号后没有标点', 'No sign follows the number');
const reasonParts = label('含有几个小题，按一题读取', 'Has several parts and was read as one question');
/**
 * The number of a question that is written as a heading is, such as `一、简述赋格。`: its key or its options follow below, and no
 * other number between.
 */
export function hanQuestion(reading: Reading, { at, flat }: FlatLine): LineNumber | undefined {
  const number = hanNumber(flat);
  const follows = number?.n === 1 || (number?.n === reading.last + 1 && reading.draft?.style === 'han');
  if (!number || !follows) return undefined;
  for (const below of reading.lines.slice(at + 1)) {
    if (headingOf(below.flat) || lineNumber(below.flat)) return undefined;
    const { before, parts } = segmentsOf(below.flat);
    if (before === 0 && parts[0]?.kind === 'key') return number;
    if (optionsOf(below.flat, 'A', true)?.weak === false) return number;
  }
  return undefined;
}

/** The check of a number that a digit follows at once. */
export const reasonTight = ({ n }: LineNumber) =>
  label(
    `“${n}.”后面紧跟数字，按题号读取`,
    `A digit follows "${n}."; it was read as the number of a question`,
  );

/** Styles that papers mix within one list. */
function sameStyle(one: NumberStyle, other: NumberStyle): boolean {
  const of = (style: NumberStyle) => (style === 'bare' ? 'dot' : style);
  return of(one) === of(other);
}

/** Begins a question at a line. */
export function startQuestion(
  reading: Reading,
  line: FlatLine,
  number: LineNumber | undefined,
  checks: readonly Label[],
): number {
  const section = reading.section;
  section.style ??= number?.style;
  const n = number?.n ?? reading.last + 1;
  const draft = newDraft(section, line.at, {
    no: number ? String(number.n) : '',
    n,
    style: number?.style ?? section.style ?? 'dot',
    lead: number?.lead || undefined,
  });
  draft.checks.push(...checks);
  reading.last = n;
  section.drafts.push(draft);
  reading.drafts.push(draft);
  const from = number?.end ?? 0;
  const rest: FlatLine = { ...line, flat: line.flat.slice(from), text: line.text.slice(from) };
  if (!takeOptions(reading, rest, false) && !partsBehindStem(reading, rest))
    draft.stem.push(rest.text.trim());
  return reading.set(line.at, 'stem');
}

/** Decides what a number begins; undefined if the line continues the part above. */
export function numberedLine(reading: Reading, line: FlatLine, number: LineNumber): number | undefined {
  const { at } = line;
  const draft = reading.draft;
  if (!draft) return undefined;
  const { style, n, tight } = number;
  const expected = draft.n + 1;
  const own = sameStyle(style, draft.style);
  if (style === 'bare' || (tight && !number.year)) {
    if (n !== expected || !own || !isComplete(draft)) return undefined;
    return startQuestion(reading, line, number, style === 'bare' ? [reasonBare] : [reasonTight(number)]);
  }
  const structured = hasStructure(reading.lines, at, style);
  const speaking =
    (draft.part === 'key' || draft.part === 'explanation') &&
    (isFree(draft) || draft.part === 'explanation' || draft.section.heading?.type === 4);
  const list = draft.keyList;
  const inList = list !== undefined && sameStyle(list.style, style) && n === list.last + 1;
  const inStem =
    draft.stemList !== undefined && draft.stemList.style === style && n === draft.stemList.last + 1;
  if (own) {
    if (n === expected) {
      if (!inList) return startQuestion(reading, line, number, []);
      if (structured) return startQuestion(reading, line, number, []);
      if (!comesAgain(reading, at, style, expected))
        draft.checks.push(
          label('答案中的编号行按要点读取，请核对', 'Numbered lines in the answer were read as its points'),
        );
      return pointOfAnswer(reading, line, number);
    }
    if (speaking && (inList || (n === 1 && !structured))) return pointOfAnswer(reading, line, number);
    if (!structured) return reading.set(at, 'unknown', reasons.number);
    const again = label(`题号从 ${draft.n} 变为 ${n}`, `The number goes from ${draft.n} to ${n}`);
    return startQuestion(reading, line, number, [again]);
  }
  if (draft.part === 'stem' && (n === 1 || inStem) && style !== 'dot' && style !== 'ti') {
    draft.stemList = { style, last: n };
    draft.stem.push(line.text.trim());
    return reading.set(at, 'stem');
  }
  if (speaking && (inList || n === 1)) return pointOfAnswer(reading, line, number);
  if (speaking && inStem && structured && draft.options.size === 0) {
    // A question below a material, behind the answer to the one before.
    draft.stemList = { style, last: n };
    return furtherPart(reading, line);
  }
  if (n === expected && n > 1 && isComplete(draft))
    return startQuestion(reading, line, number, [reasonStyle]);
  if (draft.part === 'explanation' && !structured) return reading.set(at, 'unknown', reasons.point);
  return reading.set(at, 'unknown', reasons.number);
}

function furtherPart(reading: Reading, line: FlatLine): number {
  const draft = reading.draft;
  const segments = segmentsOf(line.flat);
  draft?.stem.push(line.text.slice(0, segments.before).trim());
  if (draft) draft.part = 'stem';
  takeParts(reading, line, segments.parts);
  if (draft && !draft.checks.includes(reasonParts)) draft.checks.push(reasonParts);
  return reading.set(line.at, 'stem');
}

function pointOfAnswer(reading: Reading, line: FlatLine, { style, n }: LineNumber): number {
  const draft = reading.draft;
  if (draft) draft.keyList = { style, last: n };
  return appendLine(reading, line, draft?.part ?? 'key');
}

/** The number that a question would have next comes again further down in this section. */
function comesAgain(reading: Reading, at: number, style: NumberStyle, n: number): boolean {
  for (let next = at + 1; next < reading.lines.length; next += 1) {
    const flat = reading.lines[next]?.flat ?? '';
    if (typeof headingOf(flat) === 'object') return false;
    const number = lineNumber(flat);
    if (number && sameStyle(number.style, style) && number.n === n) return true;
  }
  return false;
}

function isComplete(draft: Draft): boolean {
  return (
    draft.keys.length > 0 ||
    draft.options.size >= 2 ||
    draft.lead !== undefined ||
    truthInStem(draft.stem.join('\n')) !== undefined ||
    /_{2,}|[（(]\s*[）)]/.test(draft.stem.join(''))
  );
}
