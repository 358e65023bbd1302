import type { KyselyPlugin, QueryResult, UnknownRow } from 'kysely';

const camelNames = new Map<string, string>();

/** `exam_id` to `examId`: the name in the code of a column or of a computed value. */
function camelCase(name: string): string {
  let camel = camelNames.get(name);
  if (camel === undefined) {
    camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(name, camel);
  }
  return camel;
}

function renamed(rows: UnknownRow[]): UnknownRow[] {
  const names = Object.keys(rows[0] ?? {});
  const pairs = names.map(name => [name, camelCase(name)] as const);
  if (pairs.every(([name, camel]) => name === camel)) return rows;
  return rows.map(row => {
    const made: UnknownRow = {};
    for (const [name, camel] of pairs) made[camel] = row[name];
    return made;
  });
}

/**
 * Names the columns of every result in camel case, so that statements need no aliases. It looks only at the first row:
 * a result without snake case costs nothing more. Names inside a JSON value are kept.
 *
 * Kysely's `CamelCasePlugin` also walks every statement, and would rename the columns that the engine names itself.
 */
export const camelNaming: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }): Promise<QueryResult<UnknownRow>> {
    const rows = renamed(result.rows);
    return rows === result.rows ? result : { ...result, rows };
  },
};
