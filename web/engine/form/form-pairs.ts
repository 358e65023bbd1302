import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';

/** The first field of a pair and the second, which a form shows on one line. */
export type Pair = readonly [first: string, second: string];

/** The field that ends what another one begins, by its name: `maxScore` of `minScore`. */
function otherEnd(dataset: AnyDataset, name: string): string | undefined {
  const other = name.replace('Min', 'Max').replace(/^min/, 'max');
  return other !== name && Object.hasOwn(dataset.fields, other) ? other : undefined;
}

/**
 * Reports whether a reference lies within another: a city within its province. Parts of the natural key stay in the
 * order by which rows are known.
 */
function liesWithin(dataset: AnyDataset, name: string, outer: string): boolean {
  const field = dataset.fields[name];
  const isApart = !dataset.naturalKey.includes(name);
  return isApart && field?.kind === 'ref' && field.within?.includes(outer) === true;
}

/**
 * The pairs among the fields of a form's group: start and end of a period, which a check declares, least and most, and
 * references one of which directly follows the one it lies within.
 */
export function pairsIn(dataset: AnyDataset, names: readonly string[]): readonly Pair[] {
  const periods = (dataset.checks ?? []).flatMap((check): Pair[] =>
    check.kind === 'notBefore' ? [[check.start, check.end]] : [],
  );
  const spans = names.flatMap((name): Pair[] => {
    const other = otherEnd(dataset, name);
    return other === undefined ? [] : [[name, other]];
  });
  const within = names.flatMap((name, at): Pair[] => {
    const before = names[at - 1];
    return before !== undefined && liesWithin(dataset, name, before) ? [[before, name]] : [];
  });
  const taken = new Set<string>();
  return [...periods, ...spans, ...within].filter(pair => {
    const free = pair.every(name => names.includes(name) && !taken.has(name));
    if (free) for (const name of pair) taken.add(name);
    return free;
  });
}

/**
 * The fields of a group line by line of a form with two columns: a pair has a line, a field that `isWide` too. A field
 * that would be alone on its line is followed by the next single one, so that pairs leave no gaps.
 */
export function linesOf(
  names: readonly string[],
  pairs: readonly Pair[],
  isWide: (name: string) => boolean,
): readonly (readonly string[])[] {
  const left = [...names];
  const lines: (readonly string[])[] = [];
  const take = (name: string | undefined) => {
    const at = name === undefined ? -1 : left.indexOf(name);
    return at === -1 ? [] : left.splice(at, 1);
  };
  const isSingle = (name: string) => !isWide(name) && !pairs.some(pair => pair.includes(name));
  while (left.length > 0) {
    const [name = ''] = left.splice(0, 1);
    const pair = pairs.find(one => one.includes(name));
    if (pair) lines.push(pair.flatMap(one => (one === name ? [one] : take(one))));
    else if (isWide(name)) lines.push([name]);
    else lines.push([name, ...take(left.find(isSingle))]);
  }
  return lines;
}
