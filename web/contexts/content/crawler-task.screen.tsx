import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { listAddress, useGoTo } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { RunWatch } from './crawler-task/RunWatch.tsx';
import { TryPanel } from './crawler-task/TryPanel.tsx';

const { crawlerTask, crawlerResult } = registry;

/** Tasks of the crawler (domain L3, 10): tried in their form before they are kept, watched while they run. */
export default function CrawlerTaskPage() {
  const { t } = useTranslation('crawler');
  const go = useGoTo();
  const actions = useMemo<RowAction<typeof crawlerTask>[]>(
    () => [
      {
        key: 'results',
        may: may(crawlerResult, 'list'),
        label: t('results'),
        act: ({ taskId }) => go(listAddress(crawlerResult, { taskId })),
      },
    ],
    [t, go],
  );
  return (
    <DatasetScreen
      dataset={crawlerTask}
      rowActions={actions}
      formExtra={values => <TryPanel values={values} />}
      footer={list => <RunWatch list={list} />}
    />
  );
}
