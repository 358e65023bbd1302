import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * Crawled pages become drafts of articles, or are ignored (domain L4, 3.13). A row is locked while its draft is made, so
 * that two people who import it at once make one.
 */
export const crawlerResultSteps = defineSteps(
  registry.crawlerResult,
  'resultStatus',
  { start: 'fresh', end: ['imported'] },
  {
    takeIn: {
      move: { fresh: 'imported' },
      label: label('入库', 'Import'),
      inputs: {
        columnId: field.ref({
          label: label('栏目', 'Column'),
          to: 'column',
          help: label('留空则用任务的入库栏目', 'Left empty: the column of the task'),
        }),
      },
      returns: ['articleId'],
      alias: ['POST /import'],
      bulk: 'each',
    },
    ignore: {
      move: { fresh: 'ignored' },
      label: label('忽略', 'Ignore'),
      alias: ['POST /ignore'],
      bulk: 'each',
    },
    putBack: {
      move: { ignored: 'fresh' },
      label: label('放回待处理', 'Take back'),
      may: 'ignore',
      bulk: 'each',
    },
  },
);
