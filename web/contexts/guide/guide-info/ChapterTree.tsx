import { registry } from '@yikao/model/contexts/datasets.ts';
import { guideChapter, publishFlag } from '@yikao/model/contexts/guide/guide.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Skeleton, Tree, type TreeDataNode } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { listRows } from '../../../engine/calls/dataset-calls.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './ChapterTree.module.css';

const { guideInfo } = registry;
type Chapter = WireRow<typeof guideInfo.fields>;

/** The tree key of a chapter, distinct from those of rows, which are numbers. */
const chapterKey = (code: number) => `chapter-${code}`;

/**
 * The guide as a table of contents: its chapters and entries, for the year, province and category of the list's
 * filters. A chapter limits the list to itself, a title opens its text.
 */
export function ChapterTree({ list }: { readonly list: ListController }) {
  const { t } = useTranslation('guide');
  const language = useLanguage();
  const { chapter: chosen, ...others } = list.filters;
  const query = { ...others, tree: 0, current: 1, size: limits.pageSizeMax };
  const page = useKept({
    queryKey: ['rows', guideInfo.name, 'chapters', query],
    queryFn: ({ signal }) => listRows(guideInfo, query, signal),
  });
  // The server presents a row by the same declaration.
  const rows = page.data?.records as readonly unknown[] | undefined as readonly Chapter[] | undefined;
  // Guides of several years have the same titles.
  const everyYear = new Set((rows ?? []).map(({ dataYear }) => dataYear)).size > 1;
  const tree = useMemo((): TreeDataNode[] => {
    const below = Map.groupBy(rows ?? [], row => row.parentId ?? 0);
    const ids = new Set((rows ?? []).map(({ id }) => id));
    const nodeOf = (row: Chapter): TreeDataNode => ({
      key: row.id,
      title: (
        <span className={styles.title} data-draft={row.publishFlag !== publishFlag.is.published}>
          {row.title}
          {everyYear && <small>{row.dataYear}</small>}
          {row.freeFlag === 1 && <small>{t('free')}</small>}
          {row.publishFlag !== publishFlag.is.published && <small>{t('draft')}</small>}
        </span>
      ),
      children: (below.get(row.id) ?? []).map(nodeOf),
    });
    return guideChapter.items.map(({ code, label }) => {
      const of = (rows ?? []).filter(row => row.chapter === code);
      // An entry whose parent is in another chapter, or missing, is placed at the top of its chapter.
      const tops = of.filter(row => !ids.has(row.parentId ?? 0));
      return {
        key: chapterKey(code),
        title: (
          <span className={styles.chapter}>
            {label[language]} <small>{of.length}</small>
          </span>
        ),
        children: tops.map(nodeOf),
      };
    });
  }, [rows, everyYear, language, t]);
  const selected =
    list.opened === undefined ? (chosen ?? []).map(code => chapterKey(Number(code))) : [list.opened];
  return (
    <nav className={styles.aside} aria-label={t('contents')}>
      <h2>{t('contents')}</h2>
      {page.error && !page.data ? (
        <LoadFailed of={page} />
      ) : page.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (rows ?? []).length === 0 ? (
        <EmptyState size="small" title={t('none')} />
      ) : (
        <Tree
          blockNode
          aria-label={t('contents')}
          defaultExpandAll
          selectedKeys={selected}
          treeData={tree}
          onSelect={(_, { node }) => {
            const key = node.key;
            if (typeof key === 'number') return list.open(key);
            const code = String(key).slice('chapter-'.length);
            const again = (chosen ?? []).includes(code);
            list.search(again ? others : { ...others, chapter: [code] });
          }}
        />
      )}
    </nav>
  );
}
