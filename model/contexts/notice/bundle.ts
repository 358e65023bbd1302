import type { Label } from '../../kernel/label.ts';
import { plus } from '../../rules/money.ts';
import { type NoticeValues, noticeEventOf, severalOccasions } from './events.ts';
import type { NoticeEventCode } from './notice.codes.ts';

/** Occasions of one event that one person is notified of together. */
export interface NoticeBundle {
  /** Number of things that happened: the sum of the occasions' `count`, or of the occasions. */
  readonly count: number;
  /** Variables of the first occasion; amounts are added up. */
  readonly values: NoticeValues;
  /** Names of variables that differ between the occasions. */
  readonly mixed: readonly string[];
  /** The row of all occasions; null if they are about several. */
  readonly rowId: number | null;
  /** Times of the first and the last occasion, `YYYY-MM-DD HH:mm:ss` of Asia/Shanghai. */
  readonly from: string;
  readonly to: string;
}

/** A bundle of one occasion, at a time of Asia/Shanghai. */
export function bundleOf(values: NoticeValues, rowId: number | null, at: string): NoticeBundle {
  const count = Number(values.count ?? 1);
  return { count, values, mixed: [], rowId, from: at, to: at };
}

const same = (one: string | Label | undefined, other: string | Label | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one.zh === other.zh && one.en === other.en
    : one === other;

/** Adds the occasions of a bundle to an earlier one of the same event: no occasion is lost from the count. */
export function joinBundles(event: NoticeEventCode, first: NoticeBundle, more: NoticeBundle): NoticeBundle {
  const { sums = [] } = noticeEventOf(event).bundled ?? {};
  const values: Record<string, string | Label> = { ...first.values };
  const mixed = new Set([...first.mixed, ...more.mixed]);
  for (const name of new Set([...Object.keys(first.values), ...Object.keys(more.values)])) {
    if (name === 'count') continue;
    const [one, other] = [first.values[name], more.values[name]];
    if (sums.includes(name)) values[name] = plus(String(one ?? '0'), String(other ?? '0'));
    else if (!same(one, other)) mixed.add(name);
  }
  return {
    count: first.count + more.count,
    values,
    mixed: [...mixed].toSorted(),
    rowId: first.rowId === more.rowId ? first.rowId : null,
    from: [first.from, more.from].toSorted()[0] ?? first.from,
    to: [first.to, more.to].toSorted()[1] ?? more.to,
  };
}

/**
 * The variables of a bundle's text: `count`, and of a variable that differs its first value and a word for the
 * rest. With `several` the sentence is that for several occasions, and `from` and `to` say when they were.
 */
export function bundleValues(event: NoticeEventCode, bundle: NoticeBundle): NoticeValues {
  const { count, values, mixed, from, to } = bundle;
  const { says } = noticeEventOf(event);
  const filled = Object.entries(values).map(([name, value]): [string, string | Label] => {
    if (!mixed.includes(name)) return [name, value];
    const { zh, en } = typeof value === 'string' ? { zh: value, en: value } : value;
    return [name, { zh: `${zh}等`, en: `${en} and others` }];
  });
  const several = mixed.length > 0 || (count > 1 && !says.zh.includes('{count}'));
  return {
    ...Object.fromEntries(filled),
    ...((count > 1 || values.count !== undefined) && { count: String(count), from, to }),
    ...(several && { [severalOccasions]: '1' }),
  };
}
