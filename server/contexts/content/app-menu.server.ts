import { appMenuCalls } from '@yikao/model/contexts/content/display.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { orderRows } from '../shared/order-rows.ts';
import { readCurrentWebsite } from '../system/website/website.ts';
import { readMenu } from './app-rows.ts';

const { appMenu } = registry;

/** Server side of the app menu: the call of the apps, and the order of a level (domain L7). */
export const appMenuServer = defineServer(appMenu, {
  routes(app, engine) {
    handle(app, appMenuCalls.app, async ({ request, reply, query: { platform, provinceId } }) => {
      reply.header('vary', 'Host').header('cache-control', 'public, max-age=5');
      const { siteKey } = await readCurrentWebsite(engine.db, request.hostname);
      return readMenu(engine, platform, { siteKey, provinceId });
    });
    handle(app, appMenuCalls.order, async ({ actor, body: { platform, parentId, rows } }) => {
      const group = sql<SqlBool>`(d.platform = ${platform} and d.parent_id = ${parentId})`;
      await orderRows(engine, appMenu, { actor, rows, group });
      return undefined;
    });
  },
});
