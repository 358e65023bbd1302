import { type ConfigRow, configCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { parameterNamed, parameters, parameterTakes } from '@yikao/model/rules/parameters.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import type { Db } from '../../../engine/table/sql.ts';
import type { Feature } from '../../shared/feature.ts';

async function readValues(db: Db): Promise<ConfigRow[]> {
  const found = await sql<Omit<ConfigRow, 'updateTime'> & { updateTime: Date }>`
    select config_key, config_value, version, update_time
    from t_config where config_key = any(${parameters.map(({ key }) => key)}::text[])`.execute(db);
  return found.rows.map(row => ({ ...row, updateTime: shanghaiTime(row.updateTime) }));
}

/** The parameters of the product (domain A13, 7.4): the model declares them, the database stores their values. */
export const configFeature: Feature = (app, { engine: { db, clock } }) => {
  handle(app, configCalls.list, () => readValues(db));

  handle(app, configCalls.save, async ({ actor, body: { configKey, configValue, version } }) => {
    const parameter = parameterNamed(configKey);
    if (!parameter) throw failure('notFound');
    if (!parameterTakes(parameter, configValue)) {
      throw failure('invalidFields', {
        issues: [issue('configValue', 'wrongType')],
        labels: () => parameter.label,
      });
    }
    const changed = await sql`
      update t_config set config_value = ${configValue}, version = version + 1, update_time = ${clock.now()},
        update_by = ${actor.userId}
      where config_key = ${configKey} and version = ${version}`.execute(db);
    const stands = (await readValues(db)).find(row => row.configKey === configKey);
    if (!stands) throw failure('notFound');
    if (Number(changed.numAffectedRows ?? 0n) === 0) {
      throw failure('staleVersion', { data: { current: stands } });
    }
    return stands;
  });
};
