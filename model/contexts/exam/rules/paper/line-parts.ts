import { label } from '../../../../kernel/label.ts';
import { type Draft, nextLetter, type Part, weakOptionsFollow } from './draft.ts';
import { type FlatLine, flatten } from './flat-text.ts';
import { type Segment, segmentsOf } from './labels.ts';
import { lineNumber } from './numbers.ts';
import { optionsOf } from './options.ts';
import type { LineRole } from './paper.types.ts';
import { type Reading, reasons } from './reading.ts';

const reasonSigns = label('选项的字母写法不一致', 'The letters of the options are written in different ways');

/** Options on a line, behind the stem unless it is done; returns the role of the line. */
export function takeOptions(reading: Reading, line: FlatLine, isContinued: boolean): LineRole | undefined {
  const draft = reading.draft;
  if (!draft) return undefined;
  const found = optionsOf(line.flat, nextLetter(draft), draft.part === 'options');
  if (!found) return undefined;
  const more = found.options.length > 1;
  if (found.weak && !more && !weakOptionsFollow(reading.lines, line.at, found.options[0]?.letter ?? ''))
    if (draft.options.size === 0 || draft.part !== 'options') return undefined;
  const stem = line.text.slice(0, found.at).trim();
  if (stem !== '') draft.stem.push(stem);
  draft.part = 'options';
  for (const [place, one] of found.options.entries()) {
    const sign = line.flat.slice(one.at, one.from).replaceAll(/[\sA-H]/gi, '');
    draft.optionSign ??= sign;
    if (sign !== draft.optionSign && !draft.checks.includes(reasonSigns)) draft.checks.push(reasonSigns);
    const isLast = place === found.options.length - 1;
    const segments = isLast ? segmentsOf(line.flat.slice(one.from)) : undefined;
    const to = segments && segments.parts.length > 0 ? one.from + segments.before : one.to;
    draft.options.set(
      one.letter,
      line.text
        .slice(one.from, to)
        .replace(/[\s;；]+$/, '')
        .trim(),
    );
    if (segments && segments.parts.length > 0)
      takeParts(
        reading,
        { ...line, flat: line.flat.slice(one.from), text: line.text.slice(one.from) },
        segments.parts,
      );
  }
  return stem === '' || isContinued ? (stem === '' ? 'option' : 'stem') : 'stem';
}

/**
 * Takes the labelled parts of a line; returns the role of the first. One that contradicts what is known is marked, or, if it
 * is the first and `mayRefuse`, makes the result undefined.
 */
export function takeParts(
  reading: Reading,
  line: FlatLine,
  parts: readonly Segment[],
  mayRefuse = false,
): LineRole | undefined {
  const draft = reading.draft;
  if (!draft) return undefined;
  let role: LineRole | undefined;
  for (const { kind, word, from, to } of parts) {
    const said = line.text.slice(from, to).trim();
    const isRefused = role === undefined && mayRefuse;
    const known = (isRefused ? takePart : takeOrMark)(draft, kind, word, said);
    if (known === undefined) return undefined;
    role ??= known;
  }
  return role;
}

/** Takes one labelled part. One that contradicts what is known is kept beside it and marked. */
export function takeOrMark(draft: Draft, kind: Segment['kind'], word: string, said: string): LineRole {
  const known = takePart(draft, kind, word, said);
  if (known !== undefined) return known;
  draft.checks.push(label(`“${word}”出现了两次`, `"${word}" occurs twice`));
  draft.keys.push(said);
  return 'key';
}

/** Takes one labelled part; undefined if it contradicts what is known. */
function takePart(draft: Draft, kind: Segment['kind'], word: string, said: string): LineRole | undefined {
  if (kind === 'key') {
    const more = draft.stemList !== undefined && draft.part === 'stem' && draft.keys.length > 0;
    if (more) {
      draft.keys.splice(-1, 1, `${draft.keys.at(-1) ?? ''}\n（${draft.stemList?.last}）${said}`);
    } else if (draft.keys.length > 0) return undefined;
    else if (draft.part === 'explanation' && draft.explanation.length > 0) {
      draft.checks.push(label('解析在答案前面，请核对', 'The explanation stands before the key'));
      draft.keys.push(said);
    } else draft.keys.push(said);
    draft.part = 'key';
    const number = lineNumber(flatten(said));
    draft.keyList = number?.n === 1 ? { style: number.style, last: 1 } : undefined;
    return 'key';
  }
  if (kind === 'explanation') {
    if (draft.explained.has(word)) draft.checks.push(label(`“${word}”出现了两次`, `"${word}" occurs twice`));
    draft.explained.add(word);
    if (said !== '') draft.explanation.push(said);
    draft.part = 'explanation';
    const number = lineNumber(flatten(said));
    draft.keyList = number?.n === 1 ? { style: number.style, last: 1 } : undefined;
    return 'explanation';
  }
  if (kind === 'points') {
    const marks = /^(\d{1,4}(?:\.\d{1,2})?)\s*分?[。.]?$/.exec(flatten(said))?.[1];
    if (marks === undefined)
      draft.checks.push(label(`分值“${said}”没有读懂`, `The marks "${said}" were not understood`));
    else draft.score = marks;
    return 'points';
  }
  if (kind === 'difficulty') {
    draft.difficulty = said;
    return 'explanation';
  }
  if (kind === 'type') {
    draft.type = said;
    return 'stem';
  }
  if (kind === 'knowledge') {
    draft.extra.push(`${word}：${said}`);
    return 'explanation';
  }
  return 'leftOut';
}

/** Labelled parts at the end of a stem's own line. */
export function partsBehindStem(reading: Reading, line: FlatLine): boolean {
  const draft = reading.draft;
  const segments = segmentsOf(line.flat);
  if (!draft || segments.parts.length === 0) return false;
  const stem = line.text.slice(0, segments.before).trim();
  if (stem !== '') draft.stem.push(stem);
  takeParts(reading, line, segments.parts);
  return true;
}

/** Adds a line to a part of the question above. */
export function appendLine(reading: Reading, line: FlatLine, part: Part): number {
  const draft = reading.draft;
  const text = line.text.trim();
  if (!draft) return reading.set(line.at, 'unknown', reasons.noQuestion);
  if (part === 'stem') draft.stem.push(text);
  else if (part === 'explanation') {
    const segments = segmentsOf(line.flat);
    const plain = line.text.slice(0, segments.before).trim();
    if (plain !== '') draft.explanation.push(plain);
    takeParts(reading, line, segments.parts);
  } else if (part === 'key') {
    const segments = segmentsOf(line.flat);
    const plain = line.text.slice(0, segments.before).trim();
    if (plain !== '') draft.keys.splice(-1, 1, `${draft.keys.at(-1) ?? ''}\n${plain}`.trim());
    takeParts(reading, line, segments.parts);
  } else {
    const [letter, said] = [...draft.options].at(-1) ?? ['A', ''];
    draft.options.set(letter, `${said}${said === '' || /[\u4e00-\u9fff]$/.test(said) ? '' : ' '}${text}`);
  }
  return reading.set(line.at, part === 'options' ? 'option' : part);
}
