import { parameterValue } from '@yikao/model/rules/parameters.ts';
import { type RawBuilder, sql } from 'kysely';

/** `settle.adjustLimit` as SQL: the yuan over which a correction of a settlement needs a second person (0.7, 34). */
export const adjustLimit: RawBuilder<string> = sql<string>`coalesce(
  (select config_value from t_config
    where config_key = 'settle.adjustLimit' and config_value ~ '^[0-9]{1,10}([.][0-9]{1,2})?$')::numeric,
  ${parameterValue('settle.adjustLimit', undefined)}::numeric)`;
