import { parameterNamed, parameterTakes } from '@yikao/model/rules/parameters.ts';
import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/** What a statement reads of a row of `t_config`. */
export interface StoredParameter {
  readonly configValue: string;
}

/**
 * The current text of a parameter (domain 7.4), read on each use so that a change takes effect at once on every node;
 * its initial value if it was cleared or is invalid. Throws for an undeclared parameter.
 */
export async function readParameter(db: Db, key: string): Promise<string> {
  const parameter = parameterNamed(key);
  if (!parameter) throw new Error(`There is no parameter ${key}`);
  const found = await sql<StoredParameter>`
    select config_value from t_config where config_key = ${key}`.execute(db);
  const text = found.rows[0]?.configValue.trim() ?? '';
  return text !== '' && parameterTakes(parameter, text) ? text : parameter.initial;
}
