import { type ParameterKey, type ParameterValue, parameterValue } from '@yikao/model/rules/parameters.ts';
import { sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/**
 * The current value of a parameter (domain 7.4), read on each use so that a change takes effect at once on every node;
 * its initial value if it was cleared or is invalid.
 */
export async function readParameter<K extends ParameterKey>(db: Db, key: K): Promise<ParameterValue<K>> {
  const found = await sql<{ configValue: string }>`
    select config_value from t_config where config_key = ${key}`.execute(db);
  return parameterValue(key, found.rows[0]?.configValue);
}
