import { label } from '../../../../kernel/label.ts';
import { type Draft, isFree, nextLetter } from './draft.ts';
import type { FlatLine } from './flat-text.ts';
import { isInstruction } from './headings.ts';
import { truthInStem } from './keys.ts';
import { isUnknownLabel, type Segment, segmentsOf } from './labels.ts';
import { appendLine, takeOptions, takeParts } from './line-parts.ts';
import { beginsLikeOption, optionsOf } from './options.ts';
import { pointsLine, type Reading, reasons } from './reading.ts';

/** A line below the beginning of a question that no number starts. */
export function continueQuestion(reading: Reading, line: FlatLine): number {
  const { at, flat } = line;
  const draft = reading.draft;
  if (!draft) return reading.set(at, 'unknown', reasons.noQuestion);
  const points = pointsLine.exec(flat);
  if (points?.[1] && draft.score === undefined) {
    draft.score = points[1];
    return reading.set(at, 'points');
  }
  const segments = segmentsOf(flat);
  const [label1] = segments.parts;
  if (label1 && flat.slice(0, segments.before).trim() === '') {
    const role = takeParts(reading, line, segments.parts, true);
    return role ? reading.set(at, role) : reading.set(at, 'unknown', reasons.key);
  }
  if (isUnknownLabel(flat)) return reading.set(at, 'unknown', reasons.label);
  if (draft.part === 'stem' || draft.part === 'options') {
    const begun = takeOptions(reading, line, true);
    if (begun) return reading.set(at, begun);
    if (beginsLikeOption(flat)) return reading.set(at, 'unknown', reasons.option);
  }
  if (label1) return textWithParts(reading, line, segments.parts, segments.before);
  return plainLine(reading, line);
}

/** Text with labels behind it, such as the last line of an explanation with its difficulty. */
function textWithParts(reading: Reading, line: FlatLine, parts: readonly Segment[], before: number): number {
  const role = plainLine(reading, {
    ...line,
    text: line.text.slice(0, before),
    flat: line.flat.slice(0, before),
  });
  if (reading.roles[line.at] !== 'unknown') takeParts(reading, line, parts);
  return role;
}

function plainLine(reading: Reading, line: FlatLine): number {
  const { at, flat } = line;
  const draft = reading.draft;
  if (!draft) return reading.set(at, 'unknown', reasons.noQuestion);
  const apart = reading.gap && !reading.spaced;
  if (draft.part === 'stem') {
    if (/^[\s_]+$/.test(flat) && isFree(draft)) return reading.set(at, 'leftOut');
    if (apart || /^\s*\d+\s*[-－]\s*\d+\s/.test(flat)) return reading.set(at, 'unknown', reasons.behind);
    // A statement ends with its key.
    if (endsStatement(draft, draft.stem.join('\n'))) return reading.set(at, 'unknown', reasons.behind);
    return appendLine(reading, line, 'stem');
  }
  if (draft.part === 'options') return optionText(reading, line, draft, apart);
  if (endsStatement(draft, line.text) || beginsQuestion(reading, at))
    return reading.set(at, 'unknown', reasons.behind);
  if (draft.part === 'key') {
    if ((draft.keys.at(-1) ?? '') === '' && !apart) return appendLine(reading, line, 'key');
    const asked = draft.stem.join('').match(/_{2,}|＿+|[（(]\s*[）)]/g)?.length ?? 0;
    const given = draft.keys.at(-1)?.split('\n').length ?? 0;
    if (!apart && (isFree(draft) || (asked > given && draft.options.size === 0)))
      return appendLine(reading, line, 'key');
    return reading.set(at, 'unknown', reasons.behind);
  }
  if (apart || isInstruction(flat)) return reading.set(at, 'unknown', reasons.behind);
  return appendLine(reading, line, 'explanation');
}

/** A line that may continue an option over several lines. */
function optionText(reading: Reading, line: FlatLine, draft: Draft, apart: boolean): number {
  const { at } = line;
  const last = [...draft.options.values()].at(-1) ?? '';
  const letter = nextLetter(draft);
  if (!apart && last === '') return appendLine(reading, line, 'options');
  let below = at + 1;
  while (reading.lines[below] && reading.lines[below]?.flat.trim() === '') below += 1;
  const enclosed = optionsOf(reading.lines[below]?.flat ?? '', letter, true)?.weak === false;
  if (!apart && enclosed) {
    if (last.length < 14)
      draft.checks.push(label('有选项占了几行，请核对', 'An option was read from several lines'));
    return appendLine(reading, line, 'options');
  }
  const wrapped = last.length >= 14 && !/[。.;；!！?？]$/.test(last);
  if (apart || !wrapped) return reading.set(at, 'unknown', reasons.behind);
  draft.checks.push(label('最后一个选项占了几行，请核对', 'The last option was read from several lines'));
  return appendLine(reading, line, 'options');
}

/** A text ends with the key of a statement. Without a heading, T and F may be letters of options. */
function endsStatement({ section }: Draft, text: string): boolean {
  const found = truthInStem(text);
  const type = section.heading?.type;
  return found?.atEnd === true && (type === 3 || (type === undefined && !/[TF]/i.test(found.key)));
}

/** A line without a number, with options below it: a question whose number is missing. */
function beginsQuestion(reading: Reading, at: number): boolean {
  const { flat = '' } = reading.lines[at] ?? {};
  if (beginsLikeOption(flat))
    return ['A', reading.draft ? nextLetter(reading.draft) : 'A'].some(
      letter => optionsOf(flat, letter, true) !== undefined,
    );
  const below = reading.lines[at + 1]?.flat ?? '';
  const options = optionsOf(below, 'A', true);
  return options !== undefined && !options.weak;
}
