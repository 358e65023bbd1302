import { statementsOf } from './wire.ts';

/** Statements that leave nothing behind in the session once their transaction is over. */
const passing =
  /^\s*(?:select|insert|update|delete|merge|with|values|begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|set\s+local|set\s+transaction|lock)\b/i;

/**
 * Statements that leave something behind all the same: settings, locks of the session, temporary tables, further
 * statements.
 */
const leaving = /set_config|advisory|\btemp(?:orary)?\b|setseed|;\s*\S/i;

/** Texts that were judged before; the product has some thousands of them and asks each again and again. */
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
 * Whether a unit may leave something in the session that outlives its transaction: a setting, a prepared statement
 * with a name, a temporary table, a cursor, a lock. In doubt it may: the reset that follows costs less than a tenth of
 * a statement.
 */
export function mayLeaveState(unit: Uint8Array): boolean {
  // A function called by its number has no text to judge.
  if (unit[0] === 'F'.charCodeAt(0)) return true;
  return statementsOf(unit).some(({ name, text }) => name !== '' || !passes(text));
}

/** Whether the statement of a message that prepares it may leave something in the session, whatever name it has. */
export function leavesState(parse: Uint8Array): boolean {
  return statementsOf(parse).some(({ text }) => !passes(text));
}
