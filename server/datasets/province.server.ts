import { referenceCalls } from '@yikao/model/calls/reference.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { validateValue } from '@yikao/model/kernel/validate.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../engine/engine.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { orderOf } from '../engine/page.ts';
import { presentRow } from '../engine/present.ts';
import { add, update } from '../engine/save.ts';
import { scopeCondition } from '../engine/scope.ts';
import { selectRows } from '../engine/select.ts';
import { defineServer } from '../engine/server-side.ts';

const { province } = registry;
const optionFields = ['provinceId', 'provinceName', 'provinceShortName'] as const;

function provinceRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, referenceCalls.allProvinces, async ({ actor }) => {
    const fields = [...optionFields, 'status'];
    const found = await selectRows(engine, province, {
      reader: actor,
      fields,
      where: scopeCondition(province, actor, 'd'),
      orderBy: orderOf(engine, province, undefined, 'd'),
    }).execute(engine.db);
    return found.rows.map(row => presentRow(province, row, fields, actor.language));
  });

  handle(app, referenceCalls.saveProvince, async ({ actor, body, say }) => {
    // What is no code is told by the adding, with all that is wrong beside it.
    const key = validateValue(province.key, province.fields.provinceId, body.provinceId);
    const there =
      'value' in key ? await findRow(engine, engine.db, province, actor, Number(key.value)) : undefined;
    if (!there) return add(engine, province, actor, body);
    say('modified');
    return update(engine, province, actor, { version: there.version, ...body });
  });
}

/** Server side of the provinces. */
export const provinceServer = defineServer(province, {
  routes: provinceRoutes,
});
