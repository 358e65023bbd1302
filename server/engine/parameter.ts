import { parameterNamed, parameterTakes } from '@yikao/model/rules/parameters.ts';
import { sql } from 'kysely';
import type { Db } from './sql.ts';

/**
 * The present text of a parameter (domain 7.4), read each time so that a change works at once on every node; its first
 * value where a person has emptied it or mistyped it. Throws for a parameter that nobody has declared.
 */
export async function readParameter(db: Db, key: string): Promise<string> {
  const parameter = parameterNamed(key);
  if (!parameter) throw new Error(`There is no parameter ${key}`);
  const found = await sql<{ value: string }>`
    select config_value as value from t_config where config_key = ${key}`.execute(db);
  const text = found.rows[0]?.value.trim() ?? '';
  return text !== '' && parameterTakes(parameter, text) ? text : parameter.initial;
}
