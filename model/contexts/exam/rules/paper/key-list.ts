import { type Label, label } from '../../../../kernel/label.ts';
import type { FlatLine } from './flat-text.ts';
import { type HeadingType, headingOf, isFurniture } from './headings.ts';
import { type ListedKey, rangeKeys, tableAt, tokensOf } from './key-tokens.ts';
import { segmentsOf } from './labels.ts';
import { lineNumber } from './numbers.ts';
import { optionsOf } from './options.ts';
import type { LineDecision } from './paper.types.ts';

/** The keys under one heading of the list, or before any. */
export interface KeyGroup {
  readonly ordinal: string;
  readonly type: HeadingType;
  readonly headed: boolean;
  readonly keys: ListedKey[];
}

/** Keys in one place, away from their questions. */
export interface KeyList {
  readonly groups: readonly KeyGroup[];
  /** First line behind the list. */
  readonly end: number;
  /** Lines that are a heading of the list and nothing else, and lines that a person left out. */
  readonly headings: readonly number[];
  readonly leftOut: readonly number[];
  /** Lines that are no key and no heading. */
  readonly unread: readonly number[];
  readonly problems: readonly Label[];
  /** Written as a list, such as `1-5 ABCDA`, and not as points of an answer. */
  readonly explicit: boolean;
}

const title =
  /^\s*[【([]?\s*[^,。?？:：]{0,24}?(?:参考|标准|正确)?答案\s*(?:(?:及|与|和)\s*(?:试题|答案)?\s*(?:解析|详解|评分标准|评分参考|评分细则|评分说明))?\s*[】)\]]?\s*[:：]?\s*/;

/** Where the keys begin on a line such as `参考答案`, `参考答案 1. B 2. C`; undefined for any other line. */
export function listTitle(flat: string): number | undefined {
  const found = title.exec(flat);
  if (!found || lineNumber(flat)) return undefined;
  const rest = flat.slice(found[0].length);
  const named = /^\s*[【([]?\s*(?:附[:：]?)?(?:本卷|试题|试卷|模拟题|习题)?(?:参考|标准|正确)?答案/.test(
    flat,
  );
  if (rest.trim() === '') return found[0].length;
  return named && /^[(①一二三四五六七八九十\d单多判填简论名选]/.test(rest) ? found[0].length : undefined;
}

const groupStart =
  /^\s*(?:([一二三四五六七八九十]{1,3})\s*[、.]|\(([一二三四五六七八九十]{1,3})\))?\s*([^\d:：.、]{0,12}?(?:题|选择|判断|填空))?\s*(?:\([^)]*分[^)]*\))?\s*[:：]?\s*(?=[(（]?\d|$)/;
/** A numbered line with options before the next number: questions, and no keys. */
function isQuestion(lines: readonly FlatLine[], at: number): boolean {
  for (let next = at; next < lines.length && next < at + 8; next += 1) {
    const flat = lines[next]?.flat ?? '';
    if (next > at && (lineNumber(flat) || headingOf(flat))) return false;
    const options = optionsOf(flat.slice(next === at ? (lineNumber(flat)?.end ?? 0) : 0), 'A', false);
    if (options && !options.weak && (next > at ? options.at === 0 : options.options.length > 1)) return true;
  }
  return false;
}

/** Further keys are given below: what a heading leads to are questions again. */
function keysFollow(lines: readonly FlatLine[], from: number): boolean {
  return lines.slice(from).some(({ at, flat }) => {
    const { before, parts } = segmentsOf(flat);
    if (/\t|\|/.test(flat) && tableAt(lines, at - 1)?.end === at + 1) return false;
    return flat.slice(0, before).trim() === '' && parts[0]?.kind === 'key';
  });
}

/** Questions begin again on a line. */
function questionsFollow(lines: readonly FlatLine[], { at, flat }: FlatLine): boolean {
  if (lineNumber(flat) && isQuestion(lines, at)) return true;
  return typeof headingOf(flat) === 'object' && keysFollow(lines, at + 1);
}

/** The text of a key without the sign that parts it from the next one. */
function withoutSign(text: string): string {
  return text.replace(/[\s;；,，、]+$/, '');
}

/** A list of keys while its lines are read. */
class KeyListReading {
  readonly groups: KeyGroup[] = [];
  readonly headings: number[] = [];
  readonly leftOut: number[] = [];
  readonly unread: number[] = [];
  readonly problems: Label[] = [];
  #hasRanges = false;
  /** Number of the key before. */
  #last = 0;

  open(ordinal: string, type: HeadingType, headed: boolean): void {
    this.groups.push({ ordinal, type, headed, keys: [] });
    this.#last = 0;
  }

  /** Adds a text to the key above; false without one. */
  extend(text: string, at: number): boolean {
    const keys = this.groups.at(-1)?.keys;
    const key = keys?.at(-1);
    if (!keys || !key) return false;
    keys.splice(-1, 1, { ...key, text: `${key.text}\n${text.trim()}`.trim(), lines: [...key.lines, at] });
    return true;
  }

  /** Takes a line, from a place on; returns the last line that it took. */
  take(lines: readonly FlatLine[], line: FlatLine, from: number): number {
    const { at } = line;
    let base = from;
    const head = groupStart.exec(line.flat.slice(base));
    const heading = base === 0 ? headingOf(line.flat) : undefined;
    const ordinal = head?.[1] ?? head?.[2] ?? '';
    if (head && head[0].trim() !== '' && (ordinal !== '' || head[3])) {
      const found = headingOf(`一、${head[3] ?? ''}`);
      this.open(ordinal, typeof found === 'object' ? found.type : undefined, true);
      base += head[0].length;
      if (line.flat.slice(base).trim() === '') {
        this.headings.push(at);
        return at;
      }
    } else if (typeof heading === 'object') {
      this.open(heading.ordinal, heading.type, true);
      this.headings.push(at);
      return at;
    }
    const table = tableAt(lines, at);
    if (table) {
      this.#hasRanges = true;
      for (const key of table.keys) this.#add(key);
      return table.end - 1;
    }
    this.#takeTokens(at, line.flat.slice(base), line.text.slice(base));
    return at;
  }

  #add(key: ListedKey): void {
    const group = this.groups.at(-1);
    if (!group || (key.n <= this.#last && (!group.headed || key.n === 1))) this.open('', undefined, false);
    this.groups.at(-1)?.keys.push(key);
    this.#last = key.n;
  }

  #takeTokens(at: number, flat: string, text: string): void {
    const tokens = tokensOf(flat, this.#last);
    const before = text.slice(0, tokens[0]?.at).trim();
    if (before !== '' && !this.extend(before, at)) this.unread.push(at);
    for (const [place, token] of tokens.entries()) {
      const behind = text.slice(token.end, tokens[place + 1]?.at).trim();
      if (token.to === undefined) {
        this.#add({ n: token.from, text: behind, lines: [at] });
        continue;
      }
      this.#hasRanges = true;
      const keys = rangeKeys(token);
      if (!keys) {
        const said = flat.slice(token.at, token.end).trim();
        this.problems.push(
          label(
            `末尾答案“${said}”的个数与题号 ${token.from}-${token.to} 不符`,
            `The keys "${said}" are not as many as the numbers ${token.from}-${token.to}`,
          ),
        );
        this.#last = token.to;
        continue;
      }
      for (const [index, key] of keys.entries()) this.#add({ n: token.from + index, text: key, lines: [at] });
      if (!/^[;；,，。、.]*$/.test(behind) && !this.unread.includes(at)) this.unread.push(at);
    }
  }

  /** Written as a list: with ranges or tables, or with letters and signs alone. */
  get isExplicit(): boolean {
    const keys = this.groups.flatMap(group => group.keys);
    const plain = keys.filter(({ text }) => /^[\sA-H√×对错TF,，、]+$|^[【[]/.test(withoutSign(text)));
    return this.#hasRanges || (keys.length > 1 && plain.length >= keys.length * 0.6);
  }
}

/** Reads the keys that begin at a place of a line. Ends before further questions. */
export function readKeyList(
  lines: readonly FlatLine[],
  start: number,
  from: number,
  decisions: ReadonlyMap<number, LineDecision>,
): KeyList {
  const list = new KeyListReading();
  let end = lines.length;
  for (let at = start; at < end; at += 1) {
    const line = lines[at];
    const base = at === start ? from : 0;
    if (!line || line.flat.slice(base).trim() === '') continue;
    const decided = at > start ? decisions.get(at) : undefined;
    if (decided === 'leaveOut' || (at > start && isFurniture(line.flat))) list.leftOut.push(at);
    else if (decided === 'join' && list.extend(line.text, at)) continue;
    else if (decided === 'start' || decided === 'heading' || (at > start && questionsFollow(lines, line)))
      end = at;
    else at = list.take(lines, line, base);
  }
  // A heading that leads to further questions belongs to them.
  while (end < lines.length && end > start + 1) {
    const above = lines[end - 1];
    if (!above || (above.flat.trim() !== '' && typeof headingOf(above.flat) !== 'object')) break;
    if (above.flat.trim() !== '' && list.groups.at(-1)?.keys.length === 0) list.groups.pop();
    end -= 1;
  }
  const { groups, headings, leftOut, unread, problems, isExplicit } = list;
  const trimmed = groups
    .filter(({ keys }) => keys.length > 0)
    .map(group => ({
      ...group,
      keys: group.keys.map(key => ({ ...key, text: withoutSign(key.text) })),
    }));
  return { groups: trimmed, end, headings, leftOut, unread, problems, explicit: isExplicit };
}
