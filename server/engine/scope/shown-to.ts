import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { tableName } from '../table/naming.ts';
import type { Condition } from '../table/sql.ts';
import type { Actor } from './actor.ts';

/** The condition for rows of a dataset on `alias` that an actor may see by now; see {@link keepBack}. */
export type ShownTo = (alias: string, actor: Actor) => Condition;

/** By table, so that every further screen of the same rows keeps to it. */
const keptBack = new Map<string, ShownTo>();

/**
 * Withholds rows from some people for a while, in addition to the declared scope, by conditions that depend on other
 * tables or on past actions. Registered with the server side of the dataset, because the scope has no engine.
 */
export function keepBack(dataset: AnyDataset, shown: ShownTo): void {
  keptBack.set(tableName(dataset), shown);
}

/** The condition that a row is not withheld from the actor; undefined if the dataset withholds nothing. */
export function shownConditions(dataset: AnyDataset, actor: Actor, alias: string): Condition[] {
  const shown = keptBack.get(tableName(dataset));
  return shown && !actor.elevated ? [shown(alias, actor)] : [];
}
