import { statementsOf } from './wire.ts';

/** Statements that leave nothing behind in the session once their transaction is over. */
const passing =
  /^\s*(?:select|insert|update|delete|merge|with|values|begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|set\s+local|set\s+transaction|lock)\b/i;

/** Statements that do leave something behind: settings, session locks, temporary tables, further statements. */
const leaving = /set_config|advisory|\btemp(?:orary)?\b|setseed|;\s*\S/i;

/** Cached results by text; the product has some thousands of statements and repeats them. */
const judged = new Map<string, boolean>();
const judgedMost = 5_000;

function passes(text: string): boolean {
  const known = judged.get(text);
  if (known !== undefined) return known;
  const verdict = passing.test(text) && !leaving.test(text);
  if (judged.size >= judgedMost) judged.clear();
  // A statement longer than this is one of its kind.
  if (text.length < 20_000) judged.set(text, verdict);
  return verdict;
}

/**
 * Reports whether a unit may leave something in the session that outlives its transaction: a setting, a named prepared
 * statement, a temporary table, a cursor, a lock. True in doubt: the resulting reset costs less than a tenth of a
 * statement.
 */
export function mayLeaveState(unit: Uint8Array): boolean {
  // A function called by number has no text to check.
  if (unit[0] === 'F'.charCodeAt(0)) return true;
  return statementsOf(unit).some(({ name, text }) => name !== '' || !passes(text));
}

/** Reports whether the statement prepared by a message may leave something in the session, under any name. */
export function leavesState(parse: Uint8Array): boolean {
  return statementsOf(parse).some(({ text }) => !passes(text));
}
