import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isSearched } from '@yikao/model/kernel/searched.ts';
import { foldText, pinyinPattern } from '@yikao/model/rules/compare-text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { fieldSql } from '../table/field-sql.ts';
import { serverSideOf } from '../table/server-side.ts';
import { type Condition, column, likeLiteral } from '../table/sql.ts';
import { searchColumn } from './columns.ts';
import { pinyinOf } from './pinyin.ts';

/**
 * The content of a search column: the folded text, which has neither spaces nor capitals, then its pinyin, which has
 * nothing else: `音乐学院 YIN YUE XUE YUAN`. One column serves both without confusing them.
 */
export function searchText(text: string): string {
  const folded = foldText(text);
  return folded + pinyinOf(folded);
}

/** SQL of a text field's search text: its search column, or its folded text without one. */
export function searchedSql(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  alias: string,
): RawBuilder<unknown> {
  const value = fieldSql(engine, dataset, name, alias);
  return hasColumn(engine, dataset, name)
    ? sql`coalesce(${column(alias, searchColumn(name))}, yikao_fold(${value}::text))`
    : sql`yikao_fold(${value}::text)`;
}

function hasColumn(engine: Engine, dataset: AnyDataset, name: string): boolean {
  const isExpression = serverSideOf(engine.servers, dataset).expressions?.[name] !== undefined;
  return !isExpression && isSearched(dataset.fields[name]);
}

/**
 * The condition that a text field contains the wanted words, in any width and case, or their pinyin; a name also in its
 * one spelling.
 */
export function containsText(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  alias: string,
  wanted: string,
): Condition {
  const searched = hasColumn(engine, dataset, name) ? column(alias, searchColumn(name)) : undefined;
  const text = fieldSql(engine, dataset, name, alias);
  const contains = containsWords(text, wanted, searched);
  const { identity } = dataset;
  const spelled = name === identity.name ? identity.spelled?.(wanted) : undefined;
  return spelled === undefined || spelled === foldText(wanted)
    ? contains
    : sql<SqlBool>`(${contains} or ${containsWords(text, spelled, searched)})`;
}

/** As {@link containsText}, for any text in SQL; `searched` is its search column, if it has one. */
export function containsWords(
  text: RawBuilder<unknown>,
  wanted: string,
  searched?: RawBuilder<unknown>,
): Condition {
  const folded = foldText(wanted);
  const part = `%${likeLiteral(folded)}%`;
  if (searched === undefined) return sql<SqlBool>`yikao_fold(${text}::text) like ${part}`;
  const words = sql<SqlBool>`coalesce(${searched}, yikao_fold(${text}::text)) like ${part}`;
  const pattern = pinyinPattern(folded);
  if (pattern === undefined) return words;
  // Letters in their order, the first of them at a syllable: quicker than the pattern, which is then tried on few rows.
  const letters = `% ${[...folded.toUpperCase()].join('%')}%`;
  return sql<SqlBool>`(${words} or (${searched} like ${letters} and ${searched} ~ ${pattern}))`;
}
