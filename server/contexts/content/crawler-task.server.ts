import { crawlerCalls } from '@yikao/model/contexts/content/crawler.calls.ts';
import { crawlerSwitch, selectorState } from '@yikao/model/contexts/content/crawler.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { nextRunTime } from './crawler/next-run.ts';
import { wrongSelectors } from './crawler/selectors.ts';
import { tryTask } from './crawler/try-task.ts';

const { crawlerTask } = registry;

/**
 * Server side of the crawler's tasks (domain L3): a cron text sets the next run, selectors can be parsed, and a mended
 * task has its selectors and failures forgotten.
 */
export const crawlerTaskServer = defineServer(crawlerTask, {
  normalise(row, now, before) {
    const same = before && before.cronExpression === row.cronExpression && before.status === row.status;
    const mended =
      before !== undefined &&
      (['startUrl', 'listSelector', 'contentSelector'] as const).some(name => before[name] !== row[name]);
    return {
      ...(!before && {
        selectorState: row.selectorState ?? 0,
        ...{ newNum: row.newNum ?? 0, totalNum: row.totalNum ?? 0, failNum: row.failNum ?? 0 },
      }),
      ...(!same && { nextRunTime: nextRunTime(row, now) }),
      ...(mended && { selectorState: selectorState.is.untried }),
      ...((mended || (before?.status === crawlerSwitch.is.off && row.status === crawlerSwitch.is.on)) && {
        failNum: 0,
      }),
    };
  },
  reads: ['listSelector', 'titleSelector', 'contentSelector', 'dateSelector', 'nextPage'],
  async before(_, changes) {
    const results: { issues: Issue<keyof typeof crawlerTask.fields>[] }[] = [];
    for (const { row } of changes) {
      const wrong = await wrongSelectors(row);
      results.push({
        issues: wrong.map(name =>
          issue(name, 'rule', {
            zh: '不是有效的 CSS 选择器',
            en: 'is no CSS selector',
          }),
        ),
      });
    }
    return results;
  },
  routes(app: FastifyInstance, engine: Engine) {
    handle(app, crawlerCalls.try, ({ actor, body }) => tryTask(engine, actor, body));
  },
});
