import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';

interface NoMatchProps {
  /** Names what was filtered. */
  readonly title: string;
  readonly size?: 'usual' | 'small';
  /** Drops the filters; undefined if none is set that the person can drop. */
  readonly onClear: (() => void) | undefined;
}

/** Replaces rows that filters exclude, with a button that clears them. */
export function NoMatch({ title, size = 'usual', onClear }: NoMatchProps) {
  const { t } = useTranslation('engine');
  return (
    <EmptyState size={size} picture="search" title={title} hint={onClear && t('list.noMatchHint')}>
      {onClear && <Button onClick={onClear}>{t('list.clearFilters')}</Button>}
    </EmptyState>
  );
}
