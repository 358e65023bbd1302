import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Actor } from './actor.ts';
import { tableName } from './naming.ts';
import type { Condition } from './sql.ts';

/** The rows of a dataset on `alias` that an actor may know of by now, as a condition; see {@link keepBack}. */
export type ShownTo = (alias: string, actor: Actor) => Condition;

/** By table, so that every further screen of the same rows keeps to it. */
const keptBack = new Map<string, ShownTo>();

/**
 * Keeps rows back from some people for a while, on top of the scope that the declaration says: what depends on other
 * tables, and on who did what. Said where the server side of the dataset is defined; the scope asks without an engine.
 */
export function keepBack(dataset: AnyDataset, shown: ShownTo): void {
  keptBack.set(tableName(dataset), shown);
}

/** The condition that a row is not kept back from the actor; none where the dataset keeps nothing back. */
export function shownConditions(dataset: AnyDataset, actor: Actor, alias: string): Condition[] {
  const shown = keptBack.get(tableName(dataset));
  return shown && !actor.elevated ? [shown(alias, actor)] : [];
}
