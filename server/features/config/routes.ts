import { type ConfigRow, configBody, configRow } from '@yikao/model/calls/people.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { parameterNamed, parameters, parameterTakes } from '@yikao/model/rules/parameters.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { holds } from '../../engine/access.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Db } from '../../engine/sql.ts';
import type { Feature } from '../feature.ts';

const docs = {
  list: {
    summary: label('系统参数的当前值', 'Present values of the parameters'),
    tag: 'config',
    permission: 'sys:config:list',
    data: z.array(configRow),
  },
  save: {
    summary: label('修改一个系统参数', 'Change one parameter'),
    tag: 'config',
    permission: 'sys:config:update',
    body: configBody,
    data: configRow,
  },
} as const satisfies Record<string, CallDoc>;

async function readValues(db: Db): Promise<ConfigRow[]> {
  const found = await sql<Omit<ConfigRow, 'updateTime'> & { updateTime: Date }>`
    select config_key as "configKey", config_value as "configValue", version, update_time as "updateTime"
    from t_config where config_key = any(${parameters.map(({ key }) => key)}::text[])`.execute(db);
  return found.rows.map(row => ({ ...row, updateTime: shanghaiTime(row.updateTime) }));
}

/** The parameters of the product (domain A13, 7.4): which there are says the model, their values stand in the database. */
export const configFeature: Feature = (app, { engine: { db, clock } }) => {
  app.get('/api/admin/config', { config: { doc: docs.list } }, async request => {
    if (!holds(actorOf(request), 'sys:config:list')) throw failure('forbidden');
    return answer(request, await readValues(db));
  });

  app.put('/api/admin/config', { config: { sessionOnly: true, doc: docs.save } }, async request => {
    const actor = actorOf(request);
    if (!holds(actor, 'sys:config:update')) throw failure('forbidden');
    const { configKey, configValue, version } = configBody.parse(request.body ?? {});
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
    if (Number(changed.numAffectedRows ?? 0n) === 0) {
      throw stands ? failure('staleVersion', { data: { current: stands } }) : failure('notFound');
    }
    return answer(request, stands, 'modified');
  });
};
