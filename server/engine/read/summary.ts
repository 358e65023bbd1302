import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import { failure } from '@yikao/model/errors.ts';
import { parseDateTime } from '@yikao/model/fields/parts/calendar.ts';
import { wholeNumber } from '@yikao/model/fields/parts/numbers.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { summaryFigure, summaryKeys } from '@yikao/model/kernel/places.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { authorise } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { type AnyAsked, type AnyGroup, aggregateSeen, type Days } from './aggregate.ts';
import type { Query } from './filters.ts';

/** Default number of days: a month up to today. */
const usualDays = 30;
const dayMs = 86_400_000;

/** The name of the count among the measures; no field has it, since field names begin with a letter. */
const countName = '#';

/**
 * `GET {path}/summary`: the number of rows within the filters and the actor's scope, with the declared sums and bounds;
 * with `by` also for each value of a declared field, largest first (`top` of them, by `most`), or for each day from
 * `from` to `to`. Only declared fields that the actor may see can be summed, because the sum over one row is that row's
 * value. Throws `invalidFields` for anything else.
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
    ...Object.fromEntries(Object.keys(seen.summary).map(name => [name, measureOf(seen, name)])),
  };
  const by = summaryStates(seen);
  const [all, groups, states] = await Promise.all([
    aggregateSeen(engine, seen, actor, { measures, filters }),
    grouped && aggregateSeen(engine, seen, actor, { measures, filters, ...grouped }),
    by === undefined
      ? undefined
      : aggregateSeen(engine, seen, actor, { measures: ofEveryState(measures), filters, by }),
  ]);
  const rowsOf = (found: readonly AnyGroup[]) =>
    found.map(group => ({ key: group.key, name: group.name, ...presented(group) }));
  return {
    ...presented(all[0]),
    ...(by !== undefined && states && { states: { by, of: rowsOf(states) } }),
    ...(groups && { groups: rowsOf(groups) }),
  };
}

function measureOf(seen: AnyDataset, name: string): AnyAsked['measures'][string] {
  const { of = 'sum', where = {} } = summaryFigure(seen, name) ?? {};
  return { [of]: name, where };
}

/** The measures without their state conditions, to be grouped by state. */
function ofEveryState(measures: AnyAsked['measures']): AnyAsked['measures'] {
  return Object.fromEntries(
    Object.entries(measures).map(([name, measure]) => {
      if (measure === 'count') return [name, measure];
      const { where: _, ...whole } = measure;
      return [name, whole];
    }),
  );
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

/** The grouping of the query, or undefined without one. Throws `invalidFields` with all its problems. */
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
  const midday = (date: string) => shanghaiInstant(`${date} 12:00:00`);
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

/** The code that splits a summary: the one that decides which rows its sums cover. */
export function summaryStates(dataset: AnyDataset): string | undefined {
  for (const name of Object.keys(dataset.summary)) {
    const state = Object.keys(summaryFigure(dataset, name)?.where ?? {})[0];
    if (state !== undefined) return state;
  }
  return undefined;
}
