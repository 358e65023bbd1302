import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { may } from '../access/may.ts';
import { NoMatch } from './NoMatch.tsx';
import type { ListController } from './use-list-controller.ts';

/** The button that makes the first rows of a list. */
export interface FirstStep {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** Named by a screen; otherwise a button that every dataset has. */
  readonly begins?: boolean;
  readonly act: () => void;
}

/** A list, with the step that is offered while it has no rows. */
export interface EmptyListProps {
  readonly list: ListController;
  /** Undefined if the person may not make any. */
  readonly first: FirstStep | undefined;
}

/**
 * No rows: explains whether a filter must be chosen first, the filters exclude all rows, or there are none, with the next
 * step that the person may take.
 */
export function EmptyList({ list, first }: EmptyListProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { dataset, given, place, waitsFor } = list;
  const what = dataset.label[language];
  const size = place === undefined ? 'usual' : 'small';
  if (waitsFor) {
    return (
      <EmptyState
        size={size}
        picture="search"
        title={t('fields.chooseFirst', { label: waitsFor[language] })}
        hint={t('list.waitsHint', { what })}
      >
        <Button
          onClick={() => document.getElementById(list.filterId(dataset.list.cascade[0] ?? ''))?.focus()}
        >
          {t('list.choose', { label: waitsFor[language] })}
        </Button>
      </EmptyState>
    );
  }
  const filtered = Object.keys(list.filters).some(
    key => !Object.hasOwn(given, key) && list.filters[key]?.length,
  );
  if (filtered) {
    return <NoMatch size={size} title={t('list.noMatch', { what })} onClear={() => list.search(given)} />;
  }
  const both = first?.key === 'add' && !first.begins && dataset.excel !== undefined && may(dataset, 'import');
  return (
    <EmptyState
      size={size}
      title={t('list.none', { what })}
      hint={both ? t('list.noneHint.addOrImport') : first ? undefined : t('list.noneHint.later')}
    >
      {first && (
        <Button size={place === undefined ? 'middle' : 'small'} icon={first.icon} onClick={first.act}>
          {/* A separate name, since the toolbar has the same button. */}
          {first.begins || (first.key !== 'add' && first.key !== 'import')
            ? first.label
            : t(`list.first.${first.key}`)}
        </Button>
      )}
    </EmptyState>
  );
}
