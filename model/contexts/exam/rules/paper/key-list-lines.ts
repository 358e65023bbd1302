import { label } from '../../../../kernel/label.ts';
import { type Draft, newSection } from './draft.ts';
import { flatten } from './flat-text.ts';
import { type KeyList, listTitle, readKeyList } from './key-list.ts';
import { beginsKeyTable } from './key-tokens.ts';
import { choiceInStem, truthInStem } from './keys.ts';
import { segmentsOf } from './labels.ts';
import { takeOrMark } from './line-parts.ts';
import { assignKeys } from './listed-keys.ts';
import { type Reading, reasons } from './reading.ts';

/** Takes a list of keys that begins on a line; returns its last line, or undefined if the line begins none. */
export function takeKeyList(reading: Reading, at: number): number | undefined {
  const flat = reading.lines[at]?.flat ?? '';
  const from = listTitle(flat) ?? (beginsKeyTable(reading.lines, at) ? 0 : undefined);
  if (from === undefined || reading.drafts.length === 0) return undefined;
  const open = (draft: Draft) =>
    draft.keys.length === 0 &&
    draft.lead === undefined &&
    truthInStem(draft.stem.join('\n')) === undefined &&
    choiceInStem(draft.stem.join('\n'), [...draft.options.keys()]) === undefined;
  const whole = reading.drafts.filter(open);
  const here = reading.section.drafts.filter(open);
  if (whole.length === 0) return undefined;
  const list = readKeyList(reading.lines, at, from, reading.decisions);
  const count = list.groups.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count === 0) return undefined;
  const perSection =
    here.length > 0 &&
    whole.length > here.length &&
    list.groups.length === 1 &&
    !list.groups[0]?.headed &&
    count <= here.length;
  const scope = perSection ? here : whole;
  const result = assignKeys(scope, reading.sections, list);
  const share = result.given.size / Math.max(scope.length, count);
  const listed = list.explicit ? count > 1 && result.given.size > 0 : share >= 0.6 && scope.length > 1;
  if (!listed) {
    if (whole.length > 1)
      reading.draft?.checks.push(
        label(
          '前面还有没有答案的题，请核对答案属于哪一题',
          'Questions above have no key, too; check which one this key belongs to',
        ),
      );
    return undefined;
  }
  // With a heading for each part and one key for each question nothing else can be meant.
  const isSure = list.explicit || (list.groups.every(({ headed }) => headed) && result.problems.length === 0);
  giveListedKeys(reading, at, list, result, flat.slice(from).trim() === '' && !isSure);
  return list.end - 1;
}

/** Gives the keys of a list to their questions, and its lines their roles. */
function giveListedKeys(
  reading: Reading,
  at: number,
  list: KeyList,
  result: ReturnType<typeof assignKeys>,
  unsure: boolean,
): void {
  for (const [draft, key] of result.given) {
    const segments = segmentsOf(flatten(key.text));
    const labelled = segments.parts.length > 0;
    draft.listed = true;
    if (labelled) {
      const plain = key.text.slice(0, segments.before).trim();
      if (plain !== '') draft.keys.push(plain);
      for (const { kind, word, from, to } of segments.parts)
        takeOrMark(draft, kind, word, key.text.slice(from, to).trim());
    } else draft.keys.push(key.text);
    if (unsure)
      draft.checks.push(
        label('答案取自题后的列表，请核对', 'The key was taken from a list below the questions'),
      );
  }
  const taken = new Set([...result.given.values()].flatMap(({ lines }) => lines));
  const extra = new Set(result.extra.flatMap(({ lines }) => lines));
  reading.problems.push(...list.problems, ...result.problems);
  for (let line = at; line < list.end; line += 1) {
    if ((reading.lines[line]?.flat ?? '').trim() === '') continue;
    const isUnread = list.unread.includes(line);
    const isExtra = extra.has(line) && !taken.has(line);
    reading.roles[line] = list.leftOut.includes(line)
      ? 'leftOut'
      : isUnread || isExtra
        ? 'unknown'
        : list.headings.includes(line)
          ? 'heading'
          : 'key';
    if (isUnread || isExtra) reading.reasons[line] = isExtra ? reasons.noQuestionOfKey : reasons.behind;
  }
  for (const [draft, key] of result.given)
    for (const line of key.lines) reading.owners[line] ??= reading.drafts.indexOf(draft);
  if (list.end < reading.lines.length) reading.sections.push(newSection(undefined, at));
}
