import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import { failure } from '@yikao/model/errors.ts';
import { parseDateTime } from '@yikao/model/fields/calendar.ts';
import { wholeNumber } from '@yikao/model/fields/numbers.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { type SummaryKind, summaryKeys } from '@yikao/model/kernel/places.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { z } from 'zod';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import { type AnyAsked, type AnyGroup, aggregateSeen, type Days } from './aggregate.ts';
import type { Engine } from './engine.ts';
import type { Query } from './filters.ts';

/** Days that are looked at where none are given: a month up to today. */
const usualDays = 30;
const dayMs = 86_400_000;

/** The name of the count among the measures; no field is called so, since names begin with a letter. */
const countName = '#';

/**
 * `GET {path}/summary`: how many rows the filters and the actor's scope leave, with the declared sums and bounds over
 * all of them, and with `by` the same for each value of a declared field, the most first (`top` of them, by `most`), or
 * for each day from `from` to `to`. Nothing but what the dataset declares can be asked for, and of that only what the
 * actor may see: a sum over one row is that row's value. Throws `invalidFields` for anything else.
 */
export async function summary(
  engine: Engine,
  seen: AnyDataset,
  actor: Actor,
  query: Query,
): Promise<SummaryAnswer> {
  authorise(actor, seen, 'list');
  const grouped = readGroups(seen, query, engine.clock.now());
  const words: ReadonlySet<string> = new Set(summaryKeys);
  const filters = Object.fromEntries(Object.entries(query).filter(([key]) => !words.has(key)));
  const measures: AnyAsked['measures'] = {
    [countName]: 'count',
    ...Object.fromEntries(Object.entries(seen.summary).map(([name, kind]) => [name, measureOf(kind, name)])),
  };
  const [all, groups] = await Promise.all([
    aggregateSeen(engine, seen, actor, { measures, filters }),
    grouped && aggregateSeen(engine, seen, actor, { measures, filters, ...grouped }),
  ]);
  return {
    ...presented(all[0]),
    ...(groups && {
      groups: groups.map(group => ({ key: group.key, name: group.name, ...presented(group) })),
    }),
  };
}

function measureOf(kind: SummaryKind, name: string): AnyAsked['measures'][string] {
  return { [kind]: name };
}

function presented(group: AnyGroup | undefined): Pick<SummaryAnswer, 'count' | 'values'> {
  const { [countName]: count, ...values } = group?.values ?? {};
  return {
    count: Number(count ?? 0),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  };
}

const labels: Readonly<Record<string, ReturnType<typeof label>>> = {
  by: label('分组字段', 'Groups'),
  top: label('组数', 'Number of groups'),
  most: label('排序', 'Order of the groups'),
  from: label('开始日期', 'First day'),
  to: label('结束日期', 'Last day'),
};

/** How the query groups, or undefined where it does not. Throws `invalidFields` with all that is wrong with it. */
function readGroups(
  seen: AnyDataset,
  query: Query,
  now: Date,
): Pick<AnyAsked, 'by' | 'top' | 'most'> | undefined {
  const text = (key: string) => String(query[key] ?? '').trim();
  const by = text('by');
  if (by === '') return undefined;
  const issues: Issue[] = [];
  if (!seen.groups.includes(by)) issues.push(issue('by', 'unknownField'));
  const most = text('most');
  if (most !== '' && !Object.hasOwn(seen.summary, most)) issues.push(issue('most', 'unknownField'));
  const top = text('top') === '' ? limits.groups : Number(wholeNumber(text('top')));
  if (!Number.isSafeInteger(top) || top < 1) issues.push(issue('top', 'notAnInteger'));
  const field = fieldOf(seen, by);
  const daily = field?.kind === 'date' || field?.kind === 'dateTime';
  const days = daily ? readDays(by, text('from'), text('to'), now, issues) : undefined;
  if (issues.length > 0) throw failure('invalidFields', { issues, labels: name => labels[name] });
  return { by: days ?? by, top, ...(most !== '' && { most }) };
}

function readDays(day: string, from: string, to: string, now: Date, issues: Issue[]): Days {
  const read = (key: string, given: string, usual: () => Date) => {
    if (given === '') return shanghaiTime(usual()).slice(0, 10);
    const date = parseDateTime(given)?.date;
    if (date === undefined) issues.push(issue(key, 'notADate'));
    return date ?? '';
  };
  const last = read('to', to, () => now);
  const midday = (date: string) => new Date(`${date}T12:00:00+08:00`);
  const first = read(
    'from',
    from,
    () => new Date(midday(last || '2000-01-01').getTime() - (usualDays - 1) * dayMs),
  );
  if (issues.length === 0) {
    const count = Math.round((midday(last).getTime() - midday(first).getTime()) / dayMs) + 1;
    if (count < 1) issues.push(issue('to', 'endBeforeStart'));
    else if (count > limits.groupDays) issues.push(issue('to', 'tooMany', { max: limits.groupDays }));
  }
  return { day, from: first, to: last };
}

/** The parameters in the OpenAPI document that group a summary. */
export function summaryParameters(dataset: AnyDataset): z.ZodRawShape {
  if (dataset.groups.length === 0) return {};
  const fields = Object.keys(dataset.summary);
  return {
    by: z.enum(dataset.groups).optional(),
    top: z.int().min(1).max(limits.groupsMax).default(limits.groups),
    ...(fields.length > 0 && { most: z.enum(fields).optional() }),
    from: z.string().optional().describe('YYYY-MM-DD'),
    to: z.string().optional().describe('YYYY-MM-DD'),
  };
}
