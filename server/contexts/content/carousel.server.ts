import { carouselCalls } from '@yikao/model/contexts/content/display.calls.ts';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { orderRows } from '../shared/order-rows.ts';
import { readCurrentWebsite } from '../system/website/website.ts';
import { readPictures } from './app-rows.ts';
import { linkStateOf, lostLinks } from './link-states.ts';

const { carousel } = registry;

/** Server side of the carousels: targets of links, the calls of the apps, and the order (domain L5). */
export const carouselServer = defineServer(carousel, {
  expressions: { linkState: (alias, engine) => linkStateOf(engine.datasets, alias) },
  reads: ['linkType', 'linkValue'],
  async before(db, changes) {
    // A link that was right when it was set stays, and comes back with its row: the list says that its target is gone.
    const touched = changes.map(({ key, before, row, values }) => {
      const set = Object.hasOwn(values, 'linkType') || Object.hasOwn(values, 'linkValue');
      return set && (key === undefined || before !== undefined) ? row : {};
    });
    const [first] = changes;
    const lost = first ? await lostLinks(datasets, db, first.actor, touched) : new Set();
    return changes.map((_, at) =>
      lost.has(at)
        ? {
            issues: [
              issue('linkValue', 'rule', {
                zh: '找不到这个 ID 的记录，请核对后重新填写',
                en: 'is the number of no row; check it',
              }),
            ],
          }
        : {},
    );
  },
  routes(app, engine) {
    handle(app, carouselCalls.app, async ({ request, reply, query }) => {
      reply.header('vary', 'Host').header('cache-control', 'public, max-age=5');
      const { siteKey } = await readCurrentWebsite(engine.db, request.hostname);
      const { position, provinceId } = query;
      return readPictures(engine, { position, provinceId, siteKey, at: engine.clock.now() });
    });
    handle(app, carouselCalls.preview, ({ query: { at, position, siteKey, provinceId } }) =>
      readPictures(engine, {
        ...{ position, siteKey, provinceId },
        at: at === undefined ? engine.clock.now() : shanghaiInstant(at),
      }),
    );
    handle(app, carouselCalls.order, async ({ actor, body: { position, rows } }) => {
      await orderRows(engine, carousel, { actor, rows, group: sql<SqlBool>`d.position = ${position}` });
      return undefined;
    });
  },
});
