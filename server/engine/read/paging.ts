import { failure } from '@yikao/model/errors.ts';
import { wholeNumber } from '@yikao/model/fields/parts/numbers.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';

/** The requested part of a longer answer: pages count from 1. */
export interface PageAsked {
  readonly current: number;
  readonly size: number;
}

const labels: Readonly<Record<string, Label>> = {
  current: label('页码', 'Page'),
  size: label('每页条数', 'Page size'),
};

/**
 * The page of a query, from `current` and `size`: whole numbers from 1. If omitted or blank, they are 1 and `usual`
 * (domain 0.2: current=1, size=10); a size above `most` is reduced to it. Every paged call uses this function. Throws
 * `invalidFields` naming the invalid ones.
 */
export function readPage(
  query: unknown,
  {
    usual = limits.pageSize,
    most = limits.pageSizeMax,
  }: { readonly usual?: number; readonly most?: number } = {},
): PageAsked {
  const { current, size } = Object(query) as Readonly<Record<string, unknown>>;
  const issues: Issue[] = [];
  const asked = {
    current: count('current', current, 1, issues),
    size: Math.min(count('size', size, usual, issues), most),
  };
  if (asked.current > limits.pageMax) issues.push(issue('current', 'tooBig', { max: limits.pageMax }));
  if (issues.length > 0) throw failure('invalidFields', { issues, labels: name => labels[name] });
  return asked;
}

function count(name: string, raw: unknown, usual: number, issues: Issue[]): number {
  if (raw === undefined || (typeof raw === 'string' && raw.trim() === '')) return usual;
  const number = wholeNumber(raw);
  if (Number.isSafeInteger(number) && Number(number) >= 1) return Number(number);
  issues.push(
    Number.isSafeInteger(number) ? issue(name, 'tooSmall', { min: 1 }) : issue(name, 'notAnInteger'),
  );
  return usual;
}

/** The parameters in the OpenAPI document that {@link readPage} reads. */
export function pageParameters(usual: number = limits.pageSize) {
  return z.object({ current: z.int().min(1).default(1), size: z.int().min(1).default(usual) });
}
