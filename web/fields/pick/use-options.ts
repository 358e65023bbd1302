import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { scopeOwners } from '@yikao/model/kernel/scope.ts';
import { limits } from '@yikao/model/limits.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { FieldRecord } from '../field-view.ts';
import { useSettled } from '../parts/use-settled.ts';
import { textOf, yuanText } from '../parts/values.ts';
import { type OptionQuery, useFieldServices } from '../services.ts';

/** One row on offer. */
export interface Option {
  readonly value: number;
  readonly label: string;
  /** The texts that distinguish rows with the same name, such as the year and the province of a category. */
  readonly hint: string;
}

/** Rows offered before anything is typed. */
const firstSize = 100;
/** Milliseconds for which the same look-up is not made again. */
const freshMs = 60_000;

/**
 * Rows as options, one per value: a business id used in several years is offered once. Rows with equal texts show their
 * id.
 */
function optionsOf(
  dataset: AnyDataset,
  rows: readonly FieldRecord[],
  fixed: readonly string[],
  language: Language,
): Option[] {
  const { value, name, within = [], also = [], beside = [] } = dataset.identity;
  // People are known by their names as well as by their accounts.
  const further = dataset.name === scopeOwners.own ? also : [];
  const told = [...within, ...further, ...beside].filter(field => !fixed.includes(field));
  const options = new Map<number, Option>();
  for (const row of rows) {
    const id = Number(row[value]);
    if (!Number.isSafeInteger(id) || options.has(id)) continue;
    const hint = told
      .map(field => hintOf(dataset, row, field, language))
      .filter(Boolean)
      .join(' · ');
    options.set(id, { value: id, label: textOf(row[name]) || String(id), hint });
  }
  const alike = Map.groupBy(options.values(), ({ label, hint }) => `${label}\n${hint}`);
  const numbered = fieldOf(dataset, value)?.label[language] ?? '';
  return [...options.values()].map(option => {
    const { label, hint } = option;
    if ((alike.get(`${label}\n${hint}`)?.length ?? 0) < 2) return option;
    return { ...option, hint: [hint, `${numbered} ${option.value}`].filter(Boolean).join(' · ') };
  });
}

function hintOf(dataset: AnyDataset, row: FieldRecord, name: string, language: Language): string {
  const field = fieldOf(dataset, name);
  if (field?.kind === 'ref') return textOf(row[refNameKey(name)]);
  if (field?.kind === 'code') {
    return field.of.items.find(item => item.code === row[name])?.label[language] ?? textOf(row[name]);
  }
  return field?.kind === 'money' ? yuanText(row[name]) : textOf(row[name]);
}

/** Rows to choose from while a picker is open: those that match `words` and `where`. */
export function useOptions(
  dataset: AnyDataset,
  words: string,
  where: OptionQuery['where'],
  open: boolean,
): { options: Option[]; loading: boolean; more: boolean; failed: boolean } {
  const { options } = useFieldServices();
  const language = useLanguage();
  const keywords = useSettled(words.trim());
  const { data, isFetching, isError } = useQuery({
    queryKey: ['options', dataset.name, where, keywords, language],
    queryFn: ({ signal }) =>
      options(dataset, { where: keywords ? where : { ...where, size: firstSize }, keywords }, signal),
    enabled: open,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  return {
    options: optionsOf(dataset, data ?? [], Object.keys(where), language),
    loading: isFetching || keywords !== words.trim(),
    more: (data?.length ?? 0) >= firstSize,
    failed: isError,
  };
}

/** All rows that match `where`, in the server's order, for a tree of them; at most `limits.optionsMax`. */
export function useAllOptions(
  dataset: AnyDataset,
  where: OptionQuery['where'],
): { rows: readonly FieldRecord[]; loading: boolean; failed: boolean; again: () => void } {
  const { options } = useFieldServices();
  const language = useLanguage();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['options', dataset.name, where, 'all', language],
    queryFn: ({ signal }) =>
      options(dataset, { where: { ...where, size: limits.optionsMax }, keywords: '' }, signal),
    staleTime: freshMs,
  });
  return { rows: data ?? [], loading: isPending, failed: isError, again: () => void refetch() };
}

/** Names of certain rows, for values without them, such as a filter from a link. */
export function useNames(
  dataset: AnyDataset,
  values: readonly number[],
  where: OptionQuery['where'],
): ReadonlyMap<number, string> {
  const { options } = useFieldServices();
  const language = useLanguage();
  const wanted = [...values].sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['options', dataset.name, where, wanted, language],
    queryFn: ({ signal }) => options(dataset, { where, values: wanted }, signal),
    enabled: wanted.length > 0,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  return new Map(
    optionsOf(dataset, data ?? [], Object.keys(where), language).map(({ value, label }) => [value, label]),
  );
}
