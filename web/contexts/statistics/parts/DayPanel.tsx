import type { Point } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../../engine/chart/ChartPanel.tsx';
import { DayChart } from '../../../engine/chart/DayChart.tsx';
import type { Days } from './days.ts';
import { NoFigures } from './NoFigures.tsx';

interface DayPanelProps {
  readonly title: string;
  /** Undefined until loaded. */
  readonly points: readonly Point[] | undefined;
  /** The name of the figure. Defaults to a number. */
  readonly measure?: string;
  readonly retry?: (() => void) | undefined;
  /** The chosen days, and a way to choose others, offered if there are no figures. */
  readonly days?: Days;
  readonly onDays?: (days: Days) => void;
}

/** The line of a figure by day, in its frame. */
export function DayPanel({ title, points, measure, retry, days, onDays }: DayPanelProps) {
  const { t } = useTranslation('stat');
  const values = (points ?? []).map(({ day, countNumber }) => ({ day, value: countNumber }));
  return (
    <ChartPanel
      title={title}
      columns={[t('chart.day'), measure ?? t('chart.count')]}
      rows={values.map(({ day, value }) => [day, value])}
      waiting={points === undefined}
      retry={retry}
    >
      <DayChart
        label={title}
        points={values}
        empty={<NoFigures {...(days && onDays && { days, onDays })} />}
      />
    </ChartPanel>
  );
}
