import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { type Days, lastDays } from './days.ts';

interface NoFiguresProps {
  /** The days that have no figures; omit both if the figures are not of days that a person chooses. */
  readonly days?: Days;
  readonly onDays?: (days: Days) => void;
}

/** Replaces figures that do not exist, with a button that looks at a whole year. */
export function NoFigures({ days, onDays }: NoFiguresProps) {
  const { t } = useTranslation('stat');
  const wide = days !== undefined && dayjs(days.endDate).diff(days.startDate, 'day') + 1 >= limits.statDays;
  const widens = onDays !== undefined && !wide;
  return (
    <EmptyState size="small" title={t('empty')} hint={t(widens ? 'emptyDays' : 'emptyHint')}>
      {widens && (
        <Button size="small" onClick={() => onDays(lastDays(limits.statDays))}>
          {t('wholeYear')}
        </Button>
      )}
    </EmptyState>
  );
}
