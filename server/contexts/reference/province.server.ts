import { registry } from '@yikao/model/contexts/datasets.ts';
import { referenceCalls, type UpgradeAsk } from '@yikao/model/contexts/reference/reference.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import { orderOf } from '../../engine/read/order.ts';
import { presentRow } from '../../engine/read/present.ts';
import { selectRows } from '../../engine/read/select.ts';
import { authorise } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { copyRows } from '../../engine/write/copy-year.ts';
import { add, update, updateWithin } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';

const { province } = registry;
const optionFields = ['provinceId', 'provinceName', 'provinceShortName'] as const;

function provinceRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, referenceCalls.allProvinces, async ({ actor }) => {
    const fields = [...optionFields, 'status'];
    const found = await selectRows(engine, province, {
      reader: actor,
      fields,
      where: scopeCondition(province, actor, 'd'),
      orderBy: orderOf(engine, province, undefined, actor),
    }).execute(engine.db);
    return found.rows.map(row => presentRow(province, row, fields, actor.language));
  });

  handle(app, referenceCalls.upgradeProvinces, ({ actor, body }) => upgrade(engine, actor, body));

  handle(app, referenceCalls.saveProvince, async ({ actor, body, say }) => {
    // An invalid code is reported by the add, together with all other problems.
    const key = validateValue(province.key, province.fields.provinceId, body.provinceId);
    const there =
      'value' in key ? await findRow(engine, engine.db, province, actor, Number(key.value)) : undefined;
    if (!there) return add(engine, province, actor, body);
    say('modified');
    return update(engine, province, actor, { version: there.version, ...body });
  });
}

/** The datasets that a province takes along to its next data year (domain 4.15). */
const takenAlong = [registry.jointCategory, registry.batch, registry.formula, registry.algorithm];

/**
 * Moves provinces to a data year, all or none: to the year after their own, or to the current one if they have none.
 * Throws `notFound` for one out of reach, `invalidFields` for any other year, and `forbidden` if the caller may not add
 * the copied rows.
 */
async function upgrade(
  engine: Engine,
  actor: Actor,
  { provinceId: provinceIds, dataYear }: UpgradeAsk,
): Promise<{ provinces: number; copied: Record<string, number> }> {
  for (const dataset of takenAlong) authorise(actor, dataset, 'add');
  return transact(engine.db, async db => {
    const copied: Record<string, number> = {};
    const ids = [...new Set(provinceIds)].toSorted((one, other) => one - other);
    for (const provinceId of ids) {
      const row = await findRow(engine, db, province, actor, provinceId);
      if (!row) throw failure('notFound');
      const present = Number(row.dataYear ?? dataYear - 1);
      if (dataYear !== present + 1) {
        const zh = `${row.provinceName}当前为 ${present} 年，只能升级到 ${present + 1} 年`;
        const en = `${row.provinceName} is at ${present} and can move to ${present + 1} only`;
        throw failure('invalidFields', { issues: [issue('dataYear', 'rule', { zh, en })] });
      }
      await updateWithin(engine, db, province, actor, { provinceId, version: row.version, dataYear });
      for (const dataset of takenAlong) {
        const copy = { provinceId, fromYear: present, toYear: dataYear };
        const done = await copyRows(engine, db, dataset, actor, copy);
        copied[dataset.name] = (copied[dataset.name] ?? 0) + done.copied;
      }
    }
    return { provinces: ids.length, copied };
  });
}

/** Server side of the provinces. */
export const provinceServer = defineServer(province, {
  routes: provinceRoutes,
});
