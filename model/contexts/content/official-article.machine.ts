import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * Articles of official accounts become drafts, or are ignored (domain L2). A row is locked while its draft is made, so
 * that two people who import it at once make one.
 */
export const officialArticleSteps = defineSteps(
  registry.officialArticle,
  'importFlag',
  { start: 'fresh', end: [] },
  {
    takeIn: {
      move: { fresh: 'imported', ignored: 'imported' },
      label: label('入库', 'Import'),
      by: ['person', 'step'],
      inputs: {
        columnId: field.ref({
          label: label('栏目', 'Column'),
          to: 'column',
          help: label('留空则用公众号的入库栏目', 'Left empty: the column of the account'),
        }),
      },
      needs: {
        column: label(
          '公众号没有设置入库栏目，请在此选择栏目',
          'The account has no column for imports: choose one here',
        ),
        text: label(
          '没有读到这篇文章的正文，请复制原文链接，在文章列表中用“粘贴公众号链接”读取',
          'The text of this article was not read: copy its link and read it from the list of articles',
        ),
      },
      returns: ['articleId'],
      alias: ['POST /import'],
      bulk: 'each',
    },
    ignore: {
      move: { fresh: 'ignored' },
      label: label('忽略', 'Ignore'),
      may: 'takeIn',
      bulk: 'each',
    },
    putBack: {
      move: { ignored: 'fresh', imported: 'fresh' },
      label: label('放回收件箱', 'Back to the inbox'),
      may: 'takeIn',
      needs: {
        gone: label('文章还在，请先删除文章', 'Its article still exists; delete the article first'),
      },
      bulk: 'each',
    },
  },
);
