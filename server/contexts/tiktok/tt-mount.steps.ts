import { registry } from '@yikao/model/contexts/datasets.ts';
import { mountType, ttAudit, ttAuth, ttShelf } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { ttMountSteps } from '@yikao/model/contexts/tiktok/tt-mount.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { laterAsk } from './ask-times.ts';
import { postAsks } from './messages.ts';

const ttAuthIs = codesOf(ttAuth);
const mountIs = codesOf(mountType);
const ttAuditIs = codesOf(ttAudit);
const ttShelfIs = codesOf(ttShelf);
const upIs = codesOf(registry.goods.fields.upStatus.of);

/** The guards and effects of the steps of mounts (domain 3.10). */
export const ttMountStepServer = defineStepServer(ttMountSteps, {
  needs: {
    async authorised({ db, rows, now }) {
      const found = await sql<Columns<typeof registry.ttMount, 'id'>>`
        select m.id from t_tt_mount as m join t_tt_account as a on a.id = m.account_id and not a.deleted
        where m.id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[]) and a.auth_status = ${ttAuthIs.authorised}
          and a.expire_time > ${now}::timestamptz for share of a`.execute(db);
      const good = new Set(found.rows.map(({ id }) => id));
      return new Set(rows.map(({ rowKey }) => rowKey).filter(key => !good.has(key)));
    },
    async onShelf({ db, rows }) {
      const keys = rows.map(({ rowKey }) => rowKey);
      const found = await sql<Columns<typeof registry.ttMount, 'id'>>`
        select m.id from t_tt_mount as m where m.id = any(${keys}::bigint[]) and (m.mount_type = ${mountIs.page}
          or m.mount_type = ${mountIs.course} and exists (select from t_tt_course as c where c.id = m.biz_id
            and c.audit_status = ${ttAuditIs.approved}
            and c.up_status = ${ttShelfIs.up} and not c.deleted)
          or m.mount_type = ${mountIs.goods} and exists (select from t_goods as g where g.goods_id = m.biz_id
            and g.up_status = ${upIs.on}
            and not g.deleted))`.execute(db);
      const good = new Set(found.rows.map(({ id }) => id));
      return new Set(keys.filter(key => !good.has(key)));
    },
  },
  effects: {
    async submit({ engine, db, rows, now }) {
      await postAsks(
        engine,
        db,
        rows.map(({ rowKey }) => ({ ask: 'submitMount', id: rowKey })),
      );
      const values = {
        ...{ submitTime: shanghaiTime(now), rejectReason: null, askTime: null, platformId: null },
        ...{ onlineTime: null, unbindTime: null },
      };
      return new Map(rows.map(({ rowKey }) => [rowKey, { values }]));
    },
    async ask({ engine, db, rows, now }) {
      await postAsks(
        engine,
        db,
        rows.map(({ rowKey }) => ({ ask: 'mountState', id: rowKey })),
      );
      return new Map(
        rows.map(({ rowKey, submitTime }) => [rowKey, { values: { askTime: laterAsk(submitTime, now) } }]),
      );
    },
    reject: async ({ rows }) => new Map(rows.map(({ rowKey }) => [rowKey, { values: { askTime: null } }])),
    mount: async ({ rows, now }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { onlineTime: shanghaiTime(now) } }])),
    async unbind({ engine, db, rows, now }) {
      await postAsks(
        engine,
        db,
        rows.flatMap(({ rowKey, platformId }) =>
          platformId === null ? [] : [{ ask: 'endMount' as const, id: rowKey, platformId }],
        ),
      );
      const values = { unbindTime: shanghaiTime(now), askTime: null };
      return new Map(rows.map(({ rowKey }) => [rowKey, { values }]));
    },
    async withdraw({ engine, db, rows }) {
      await postAsks(
        engine,
        db,
        rows.flatMap(({ rowKey, platformId }) =>
          platformId === null ? [] : [{ ask: 'endMount' as const, id: rowKey, platformId }],
        ),
      );
      return new Map(rows.map(({ rowKey }) => [rowKey, { values: { askTime: null, platformId: null } }]));
    },
  },
});
