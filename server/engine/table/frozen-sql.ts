import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';

/** Most cached parts per dataset; the oldest is evicted first. */
const mostKept = 100;

const kept = new WeakMap<Engine, WeakMap<AnyDataset, Map<string, RawBuilder<unknown>>>>();

/**
 * A constant part of a statement, built once for its `key` and then reused as text. Building the columns of a row took
 * a third of the time of reading it. The part may depend only on the declarations, the server sides and `key`; use
 * {@link scopeKey} for a reader's scope.
 */
export function frozenSql(
  engine: Engine,
  dataset: AnyDataset,
  key: string,
  build: () => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const byDataset = kept.get(engine) ?? new WeakMap<AnyDataset, Map<string, RawBuilder<unknown>>>();
  kept.set(engine, byDataset);
  const parts = byDataset.get(dataset) ?? new Map<string, RawBuilder<unknown>>();
  byDataset.set(dataset, parts);
  const known = parts.get(key);
  if (known) return known;
  const frozen = freeze(engine, build());
  parts.set(key, frozen);
  const [oldest] = parts.keys();
  if (parts.size > mostKept && oldest !== undefined) parts.delete(oldest);
  return frozen;
}

/** The text of a part with its values in their places; the part itself if a text in it looks like a placeholder. */
function freeze(engine: Engine, part: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = part.compile(engine.db);
  const texts = text.split(/\$\d+/);
  const places = text.match(/\$\d+/g) ?? [];
  const inOrder = places.every((place, at) => place === `$${at + 1}`);
  if (!inOrder || places.length !== parameters.length) return part;
  if (parameters.length === 0) return sql.raw(text);
  return sql(Object.assign(texts, { raw: texts }), ...parameters);
}

/** The part of a reader that decides which rows, and which names of rows, are within reach. */
export function scopeKey(reader: Actor): string {
  const { partnersIds, provinceId, agentId, ownRowsOnly, userId, noRows } = reader;
  return `${partnersIds?.join() ?? '-'}|${provinceId ?? '-'}|${agentId ?? '-'}|${ownRowsOnly ? userId : '-'}|${noRows}`;
}
