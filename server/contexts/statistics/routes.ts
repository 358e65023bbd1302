import { statisticsCalls as calls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Feature } from '../shared/feature.ts';
import { signedCalls } from '../shared/signed-calls.ts';
import { channelCounts, channelWeeks, keyLines } from './channels.ts';
import { activatedCodes, assertSale, dashboardsOf, homeOf, paidOrders } from './dashboards.ts';
import { rangeOf } from './days.ts';
import { takeVisits } from './visits.ts';

/** Most bytes of a call that reports visits. */
const mostBytes = 512 * 1024;

/**
 * Dashboards and statistics (domain 2.P, 4.13) from the daily roll-ups, within the reader's scope; and the call by
 * which the consumer apps report visits (0.7, 13).
 */
export const statisticsFeature: Feature = (app, { engine, config }) => {
  const { clock } = engine;

  handle(app, calls.home, ({ actor }) => homeOf(engine, actor));
  handle(app, calls.visit, ({ actor }) => dashboardsOf(engine, actor).visit());
  handle(app, calls.complete, ({ actor }) => dashboardsOf(engine, actor).complete());
  handle(app, calls.userToday, ({ actor }) => dashboardsOf(engine, actor).userToday());
  handle(app, calls.order, ({ actor }) => dashboardsOf(engine, actor).order());
  handle(app, calls.amount, ({ actor }) => dashboardsOf(engine, actor).amount());
  handle(app, calls.code, ({ actor }) => dashboardsOf(engine, actor).code());
  handle(app, calls.saleToday, ({ actor }) => dashboardsOf(engine, actor).saleToday());

  handle(app, calls.lineAdd, ({ actor, query }) => {
    const board = dashboardsOf(engine, actor);
    const name = { zh: '新增用户', en: 'New users' }[actor.language];
    return board.line({ figure: 'userAdd' }, name, board.days(query));
  });
  handle(app, calls.lineActive, ({ actor, query }) => {
    const board = dashboardsOf(engine, actor);
    const name = { zh: '活跃用户', en: 'Active users' }[actor.language];
    return board.line({ figure: 'userActive' }, name, board.days(query));
  });
  handle(app, calls.lineOrder, ({ actor, query }) => {
    const board = dashboardsOf(engine, actor);
    const name = { zh: '线上订单', en: 'Paid orders' }[actor.language];
    return board.line(paidOrders, name, board.days(query));
  });
  handle(app, calls.lineCode, ({ actor, query }) => {
    const board = dashboardsOf(engine, actor);
    const name = { zh: '激活码激活', en: 'Activated codes' }[actor.language];
    return board.line(activatedCodes, name, board.days(query));
  });

  handle(app, calls.sale, async ({ actor, body }) => {
    await assertSale(engine, actor);
    const board = dashboardsOf(engine, actor);
    return board.sale(board.days(body));
  });

  handle(app, calls.channel, async ({ actor, body }) => {
    const days = rangeOf(body, clock.now());
    return (await channelCounts(engine, actor, body, days, { size: body.size })).records;
  });
  handle(app, calls.channelList, async ({ actor, body, page }) => {
    const { current, size } = page;
    const days = rangeOf(body, clock.now());
    const found = await channelCounts(engine, actor, body, days, { size, skip: (current - 1) * size });
    return { ...found, current, size };
  });
  handle(app, calls.channelDetail, ({ actor, body }) => channelWeeks(engine, actor, body));
  handle(app, calls.keys, ({ actor, body }) =>
    keyLines(engine, actor, body.clickType, rangeOf(body, clock.now())),
  );

  signedCalls(app, { engine, config }, mostBytes, scope =>
    handle(scope, calls.ingest, ({ body }) => takeVisits(engine, body.events)),
  );
};
