import { ExperimentOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { StoredFactors } from '@yikao/model/rules/probability.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { FieldRecord } from '../../fields/field-view.ts';

const { algorithm } = registry;

const TestDialog = lazyDialog(() => import('./algorithm/TestDialog.tsx'), 'TestDialog');
const BackTestDialog = lazyDialog(() => import('./algorithm/BackTestDialog.tsx'), 'BackTestDialog');

interface Tried {
  readonly name: string;
  readonly stored: StoredFactors;
}

/** Algorithms (domain D12, 10): each is tried out, and all are tested on years that are over. */
export default function AlgorithmPage() {
  const { t } = useTranslation('predict');
  const [tried, setTried] = useState<Tried>();
  const [tested, setTested] = useState<FieldRecord>();
  const actions = useMemo<RowAction<typeof algorithm>[]>(
    () => [
      {
        key: 'test',
        label: t('algorithm.test'),
        act: row => setTried({ name: String(row.algorithmName ?? ''), stored: storedOf(row) }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={algorithm}
        rowActions={actions}
        drawerActions={actions}
        extra={list => [
          {
            key: 'backTest',
            label: t('backTest.open'),
            icon: <ExperimentOutlined aria-hidden />,
            act: () => {
              const { provinceId, provinceName } = list.rows[0] ?? {};
              setTested({ provinceId, provinceName });
            },
          },
        ]}
      />
      {tried && <TestDialog name={tried.name} stored={tried.stored} onClose={() => setTried(undefined)} />}
      {tested && <BackTestDialog begin={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}

/** The factors of a row, as text; the API sends decimals as numbers. */
function storedOf(row: Readonly<Record<string, unknown>>): StoredFactors {
  const text = (name: string) => (row[name] == null ? 'unknown' : String(row[name]));
  return {
    method: Number(row.method),
    p0: text('p0'),
    k: text('k'),
    p5: text('p5'),
    logisticK: text('logisticK'),
    bigYearAdj: text('bigYearAdj'),
    smallYearAdj: text('smallYearAdj'),
    minProb: text('minProb'),
    maxProb: text('maxProb'),
    yearWeights: text('yearWeights'),
    planElasticity: text('planElasticity'),
    levels: text('levels'),
  };
}
