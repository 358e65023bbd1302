import { registry } from '@yikao/model/contexts/datasets.ts';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import {
  audienceType as audienceTypes,
  pushStatus as pushStatuses,
} from '@yikao/model/contexts/push/push.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { useJobRun } from '../../engine/jobs/use-job-run.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { InputProps } from '../../fields/field-view.ts';
import { TargetInput } from '../../fields/pick/TargetInput.tsx';
import { AudienceEstimate } from './push-task/AudienceEstimate.tsx';
import { PushProgress } from './push-task/PushProgress.tsx';
import { TaskWatch } from './push-task/TaskWatch.tsx';

const { article, goods, pushTask } = registry;

const ListFileDialog = lazyDialog(() => import('./push-task/ListFileDialog.tsx'), 'ListFileDialog');

/** Datasets whose rows a tap opens, by the code of `pushLink`; pages and addresses are typed. */
const targets: Readonly<Record<number, string>> = { 1: article.name, 2: goods.name };

/** The row, the page or the address that a tap opens. */
const LinkInput = (props: InputProps) => (
  <TargetInput {...props} target={targets[Number(props.record.linkType)]} />
);

const overrides = { inputs: { linkValue: LinkInput } };

/** Rows that an imported list changes. */
const touched = [pushTask];

/** Push tasks (domain N3, 10): their audience with its number, their list of people, and their progress. */
export default function PushTaskPage() {
  const { t } = useTranslation('push');
  const [listed, setListed] = useState<number>();
  const run = useJobRun(touched);
  const tabs = useMemo<RowTab<typeof pushTask>[]>(
    () => [
      { key: 'progress', label: t('progress'), render: ({ taskId }) => <PushProgress taskId={taskId} /> },
    ],
    [t],
  );
  const actions = useMemo<RowAction<typeof pushTask>[]>(
    () => [
      {
        key: 'list',
        may: pushCalls.importAudience.may,
        label: t('list.open'),
        fits: ({ pushStatus, audienceType }) =>
          pushStatus === pushStatuses.is.draft && audienceType === audienceTypes.is.imported,
        act: ({ taskId }) => setListed(taskId),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={pushTask}
        overrides={overrides}
        rowActions={actions}
        drawerActions={actions}
        drawerTabs={tabs}
        formExtra={values => <AudienceEstimate values={values} />}
        stepExtra={(step, row) => (step.name === 'distribute' ? <PushProgress taskId={row.taskId} /> : null)}
        footer={list => <TaskWatch list={list} />}
      />
      {listed !== undefined && (
        <ListFileDialog taskId={listed} onStarted={run} onClose={() => setListed(undefined)} />
      )}
    </>
  );
}
