import { useQuery } from '@tanstack/react-query';
import type { DataOut } from '@yikao/model/calls/call.ts';
import { type Converted, predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { Alert, InputNumber, Segmented, Skeleton, Table } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { LineChart } from '../../../engine/chart/LineChart.tsx';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { AskedField } from '../../../engine/form/AskedField.tsx';
import { useKept } from '../../../engine/layout/use-kept.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { Figures } from '../../../fields/parts/Figures.tsx';
import styles from './ConvertDialog.module.css';

const { segment } = registry;
const tableFields = ['dataYear', 'provinceId', 'scoreType', 'jointCategoryId', 'aos'] as const;

interface ConvertDialogProps {
  /** The filters of the list, so that the table is the one that is being looked at. */
  readonly begin: FieldRecord;
  readonly onClose: () => void;
}

/** Scores and ranks for one another, of another year too, with the curve of the table (domain 4.6, 10). */
export function ConvertDialog({ begin, onClose }: ConvertDialogProps) {
  const { t } = useTranslation(['predict', 'common']);
  const id = useId();
  const [values, setValues] = useState<FieldRecord>({
    dataYear: dataYear(new Date()) - 1,
    scoreType: 1,
    jointCategoryId: 0,
    aos: aos.is.undivided,
    ...begin,
  });
  const [way, setWay] = useState<'score' | 'rank'>('score');
  const [given, setGiven] = useState<number | null>(null);
  const [toYear, setToYear] = useState<number | null>(null);
  const [view, setView] = useState<View>('chart');
  const complete = tableFields.every(name => typeof values[name] === 'number');
  const asked = Object.fromEntries(tableFields.map(name => [name, Number(values[name])]));
  const key = {
    dataYear: Number(values.dataYear),
    provinceId: Number(values.provinceId),
    scoreType: Number(values.scoreType),
    jointCategoryId: Number(values.jointCategoryId ?? 0),
    aos: Number(values.aos),
  };
  const curve = useKept({
    queryKey: ['rows', segment.name, 'chart', asked],
    queryFn: ({ signal }) => send(predictionCalls.segmentChart, { query: key, signal, toast: false }),
    enabled: complete,
  });
  const converted = useQuery({
    queryKey: ['rows', segment.name, 'convert', asked, way, given, toYear],
    queryFn: ({ signal }) =>
      send(predictionCalls.segmentRank, {
        query: { ...key, [way]: given, ...(toYear && { toYear }) },
        signal,
        toast: false,
      }),
    enabled: complete && given !== null && given > 0,
    retry: false,
  });
  const points = curve.data?.points ?? [];
  return (
    <Dialog title={t('convert.title')} width={860} onClose={onClose}>
      <div className={styles.fields}>
        {tableFields.map(name => (
          <AskedField key={name} dataset={segment} name={name} values={values} onChange={setValues} />
        ))}
      </div>
      <div className={styles.asked}>
        <Segmented<'score' | 'rank'>
          aria-label={t('convert.way')}
          value={way}
          options={[
            { value: 'score', label: t('convert.byScore') },
            { value: 'rank', label: t('convert.byRank') },
          ]}
          onChange={next => {
            setWay(next);
            setGiven(null);
          }}
        />
        <InputNumber
          id={`${id}-given`}
          aria-label={t(way === 'score' ? 'convert.score' : 'convert.rank')}
          placeholder={t(way === 'score' ? 'convert.score' : 'convert.rank')}
          min={0}
          max={100_000_000}
          {...(way === 'rank' ? { precision: 0 } : { step: 1 })}
          value={given}
          onChange={setGiven}
        />
        <span className={styles.to}>
          <label htmlFor={`${id}-year`}>{t('convert.toYear')}</label>
          <InputNumber
            id={`${id}-year`}
            min={2000}
            max={2100}
            precision={0}
            value={toYear}
            onChange={setToYear}
          />
        </span>
      </div>
      {converted.data && <Answer of={converted.data} way={way} />}
      {!complete ? (
        <EmptyState size="small" picture="search" title={t('convert.choose')} />
      ) : curve.error && !curve.data ? (
        <LoadFailed of={curve} />
      ) : curve.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : points.length === 0 ? (
        <EmptyState
          size="small"
          title={t('convert.noTable')}
          hint={may(registry.segment, 'import') ? t('convert.noTableHint') : undefined}
        />
      ) : (
        <Curve points={points} mark={converted.data?.score ?? null} view={view} onView={setView} />
      )}
    </Dialog>
  );
}

type View = 'chart' | 'table';

interface CurveProps {
  readonly points: DataOut<typeof predictionCalls.segmentChart>['points'];
  /** The score to mark. */
  readonly mark: number | null;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The people of each score, as a curve or as a table. */
function Curve({ points, mark, view, onView }: CurveProps) {
  const { t } = useTranslation('predict');
  return (
    <>
      <div className={styles.bar}>
        <span>{t('convert.counted', { rows: points.length, total: points.at(-1)?.totalNum })}</span>
        <Segmented
          size="small"
          aria-label={t('convert.view')}
          value={view}
          options={[
            { value: 'chart', label: t('convert.chart') },
            { value: 'table', label: t('convert.table') },
          ]}
          onChange={onView}
        />
      </div>
      {view === 'chart' ? (
        <LineChart
          label={t('convert.chartLabel')}
          xLabel={t('convert.score')}
          yLabel={t('convert.people')}
          mark={mark}
          points={points
            .map(({ score, sameNum, totalNum }) => ({
              x: score,
              y: sameNum,
              text: t('convert.point', { score, same: sameNum, total: totalNum }),
            }))
            .toReversed()}
        />
      ) : (
        <Table
          size="small"
          rowKey="score"
          virtual
          scroll={{ y: 280, x: 360 }}
          pagination={false}
          dataSource={points}
          columns={[
            { title: t('convert.score'), dataIndex: 'score', align: 'right', width: 120 },
            { title: t('convert.same'), dataIndex: 'sameNum', align: 'right', width: 120 },
            { title: t('convert.total'), dataIndex: 'totalNum', align: 'right', width: 120 },
          ]}
        />
      )}
    </>
  );
}

/** The rank of a score, or the score of a rank. */
function Answer({ of, way }: { readonly of: Converted; readonly way: 'score' | 'rank' }) {
  const { t } = useTranslation('predict');
  const { equivalent } = of;
  const shown = (value: number | null | undefined) => value?.toLocaleString('en-US') ?? t('convert.outside');
  return (
    <div className={styles.answer} aria-live="polite">
      <Figures
        of={[
          [
            t(way === 'score' ? 'convert.rank' : 'convert.score'),
            way === 'score' && of.rank === null && of.lastTotal !== null
              ? t('convert.behind', { total: shown(of.lastTotal) })
              : shown(way === 'score' ? of.rank : of.score),
          ],
          equivalent && [t('convert.rankIn', { year: equivalent.dataYear }), shown(equivalent.rank)],
          equivalent && [t('convert.scoreIn', { year: equivalent.dataYear }), shown(equivalent.score)],
        ]}
      />
      {equivalent?.basis && (
        <p>
          {t(`convert.bases.${equivalent.basis}`, {
            of: t(`convert.of.${equivalent.of ?? 'category'}`),
            from: equivalent.from,
            to: equivalent.to,
          })}
        </p>
      )}
      {of.broken && <Alert type="error" showIcon title={t('convert.broken')} />}
      {equivalent?.unscaled && <Alert type="warning" showIcon title={t('convert.unscaled')} />}
      {equivalent?.unlike && <Alert type="warning" showIcon title={t('convert.unlike')} />}
    </div>
  );
}
