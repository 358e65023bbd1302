import type { PoolClient } from 'pg';
import type { StatementText } from './statements.ts';

/** Why the database does not accept a text. */
export interface Refusal {
  /** The SQLSTATE. */
  readonly code: string;
  readonly message: string;
  /** The place of the template in which the database stopped: `server/file.ts:12:345`. */
  readonly place: string | undefined;
  /** True if it stopped at a parameter that may be a part of the text, or directly after one. */
  readonly atOpen: boolean;
}

/** The comments that say where a template begins and, as `</>`, where it ends. */
const marks = /\/\*<([^>]*)>\*\//g;

/** A column, a table or alias, a type, a schema, and a parameter that do not exist. */
const names = new Set(['42703', '42P01', '42704', '3F000', '42P02']);

/** A statement without the places of its templates. */
export const withoutPlaces = (text: string): string => text.replaceAll(marks, '');

/** Lists the places of the templates that a text is made of. */
export function placesIn(text: string): string[] {
  return [...text.matchAll(marks)].flatMap(([, place]) => (place && place !== '/' ? [place] : []));
}

/** The innermost template at an offset of a text, or the outermost without one. */
function placeAt(text: string, offset: number): string | undefined {
  const open: string[] = [];
  for (const { 1: place = '', index } of text.matchAll(marks)) {
    if (index > offset && open.length > 0) break;
    if (place === '/') open.pop();
    else open.push(place);
  }
  return open.at(-1);
}

/** Refusals of a list of unknown length, which a text has with one element, beside another that is known. */
const ofAnotherLength =
  /columns available but \d+ columns specified|more (?:target columns|expressions) than/;

/** Reports whether a text stops at an open parameter, or at the word after one. */
function isAtOpen({ text, open }: StatementText, offset: number): boolean {
  const at = withoutPlaces(text.slice(offset)).match(/^\s*(\$\d+)/)?.[1];
  const before = withoutPlaces(text.slice(0, offset)).match(/(\$\d+)[\s,()]*$/)?.[1];
  return [at, before].some(one => one !== undefined && open.has(one));
}

function fieldsOf(error: unknown) {
  const given = typeof error === 'object' && error !== null ? error : {};
  const text = (key: string): string => String(Reflect.get(given, key) ?? '');
  return { code: text('code'), message: text('message'), position: Number(text('position')) };
}

/** Prepares a text, which does not run it. Returns why the database refuses it, or undefined if it does not. */
export async function prepare(client: PoolClient, statement: StatementText): Promise<Refusal | undefined> {
  const before = 'prepare statement_text as ';
  try {
    await client.query(`${before}${statement.text}; deallocate statement_text`);
    return undefined;
  } catch (error) {
    const { code, message, position } = fieldsOf(error);
    // PostgreSQL counts characters, not the units of JavaScript's strings.
    const offset =
      [...`${before}${statement.text}`].slice(0, Math.max(0, position - 1)).join('').length - before.length;
    const atOpen = ofAnotherLength.test(message) || isAtOpen(statement, offset);
    return { code, message, place: placeAt(statement.text, offset), atOpen };
  }
}

/** Lists the names of all functions of the database. */
export async function functionsOf(client: PoolClient): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ proname: string }>('select distinct proname from pg_proc');
  return new Set(rows.map(({ proname }) => proname));
}

/**
 * Reports whether a refusal is about a name that does not exist, which no open parameter explains. A function that
 * exists with other arguments is not meant.
 */
export function isAboutName({ code, message }: Refusal, functions: ReadonlySet<string>): boolean {
  if (names.has(code)) return true;
  const called = code === '42883' ? message.match(/^function ([\w.]+)\(/)?.[1] : undefined;
  return called !== undefined && !functions.has(called);
}
