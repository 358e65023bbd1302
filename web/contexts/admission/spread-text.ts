import type { LineSpread } from '@yikao/model/contexts/admission/rules/line-spread.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import type { useTranslation } from 'react-i18next';

type Translate = ReturnType<typeof useTranslation<'predict'>>['t'];

/** The lowest and the highest line of the years, as ranks or scores; '' without any. */
export function spreadText(spread: LineSpread | null, byRank: boolean, t: Translate): string {
  if (!spread) return '';
  const shown = (line: number) => line.toLocaleString('en-US');
  return t(`chance.${spread.years === 1 ? 'oneYear' : 'years'}.${byRank ? 'rank' : 'score'}`, {
    years: spread.years,
    from: shown(spread.min),
    to: shown(spread.max),
  });
}

/** The chances at the hardest and the easiest of these lines; '' where no percentage is shown, or with one line. */
export function spreadChanceText(spread: LineSpread | null, t: Translate): string {
  if (!spread || spread.low === null || spread.high === null || spread.years === 1) return '';
  return t('chance.range', { low: percentText(spread.low), high: percentText(spread.high) });
}
