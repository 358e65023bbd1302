import { registry } from '@yikao/model/datasets/index.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { validateValue } from '@yikao/model/kernel/validate.ts';
import type { FastifyInstance } from 'fastify';
import { authorise } from '../engine/access.ts';
import type { Engine } from '../engine/engine.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import { findRow } from '../engine/info.ts';
import { orderOf } from '../engine/page.ts';
import { presentRow } from '../engine/present.ts';
import { add, rowBody, update } from '../engine/save.ts';
import { scopeCondition } from '../engine/scope.ts';
import { selectRows } from '../engine/select.ts';
import { defineServer } from '../engine/server-side.ts';

const { province } = registry;
const docs = {
  all: {
    summary: label('全部省份', 'All provinces, disabled ones too'),
    tag: province,
  },
  save: {
    summary: label('新增或修改省份', 'Add a province or change it'),
    tag: province,
  },
} as const;
const optionFields = ['provinceId', 'provinceName', 'provinceShortName'] as const;

function provinceRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  // Every province, those switched off too, for pickers of administrators (domain B1).
  app.get(`${province.path}/admin/all/list`, { config: { doc: docs.all } }, async request => {
    const actor = actorOf(request);
    const fields = [...optionFields, 'status'];
    const found = await selectRows(engine, province, {
      reader: actor,
      fields,
      where: scopeCondition(province, actor, 'd'),
      orderBy: orderOf(engine, province, undefined, 'd'),
    }).execute(engine.db);
    return answer(
      request,
      found.rows.map(row => presentRow(province, row, fields, actor.language)),
    );
  });

  // The spec lists GET, POST and DELETE only: POST adds a province or changes the one of that code (domain Q39).
  app.post(province.path, { config: { doc: docs.save } }, async request => {
    const actor = actorOf(request);
    authorise(actor, province, 'add');
    const body = rowBody.parse(request.body ?? {});
    // What is no code is told by the adding, with all that is wrong beside it.
    const key = validateValue(province.key, province.fields.provinceId, body.provinceId);
    const there =
      'value' in key ? await findRow(engine, engine.db, province, actor, Number(key.value)) : undefined;
    if (!there) return answer(request, await add(engine, province, actor, body), 'added');
    const changed = await update(engine, province, actor, { version: there.version, ...body });
    return answer(request, changed, 'modified');
  });
  return new Set([`POST ${province.path}`]);
}

/** Server side of the provinces. */
export const provinceServer = defineServer(province, {
  optionPaths: [{ path: '/api/base/province_cache_list', fields: optionFields }],
  routes: provinceRoutes,
});
