import type { CodeSet } from '@yikao/model/kernel/codes.ts';
import { type RawBuilder, sql } from 'kysely';

/** SQL of the code of each name of a set. */
export type CodesSql<C extends number | string, N extends string> = {
  readonly [Name in N]: RawBuilder<C>;
};

const built = new WeakMap<CodeSet, CodesSql<number | string, string>>();

/**
 * The codes of a set as SQL, by their names: ``where code_status in (${codeIs.unused}, ${codeIs.issued})``. A context
 * that may not import the set takes it from the registry: `codesOf(registry.cardCode.fields.codeStatus.of)`.
 *
 * They are literals, never parameters. A partial index, and the condition of `on conflict … where`, match literals
 * alone, and a prepared statement keeps the plan that was made for its states.
 */
export function codesOf<C extends number | string, N extends string>(set: CodeSet<C, N>): CodesSql<C, N> {
  const known = built.get(set);
  // The map keeps each set's own literals.
  if (known) return known as CodesSql<C, N>;
  const literals: CodesSql<number | string, string> = Object.freeze(
    Object.fromEntries(
      set.items.flatMap(({ name, code }) => (name === undefined ? [] : [[name, sql.lit(code)]])),
    ),
  );
  built.set(set, literals);
  return literals as CodesSql<C, N>;
}
