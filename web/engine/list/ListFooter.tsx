import { settableFields } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Pagination, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { may, permitted } from '../access/may.ts';
import { grouped } from '../grouped.ts';
import type { ExtraBulkAction } from '../screen/screen-parts.ts';
import { usePhone } from '../use-media.ts';
import styles from './ListFooter.module.css';
import type { Selected } from './selected.ts';
import type { ListController } from './use-list-controller.ts';

interface ListFooterProps {
  readonly list: ListController;
  readonly selected: Selected;
  /** Actions of a custom screen. */
  readonly actions: readonly ExtraBulkAction[];
  /** Steps that several rows can take at once, behind the buttons of every list. */
  readonly steps: readonly Step[];
  /** Reports whether a step may be for one of the selected rows at least. */
  readonly fits: (step: Step) => boolean;
  readonly onStep: (step: Step) => void;
  readonly onDelete: () => void;
  readonly onOpen: (dialog: 'exportSelected' | 'batchSet') => void;
}

/** An embedded list with no more rows than this has no pager: its tab shows the number. */
const leastPaged = 10;

const sizes = [10, 20, 50, 100, limits.pageSizeMax];

/** The page size that fits the screen. */
const asTheScreen = 0;

/** Below the table: the selection with its actions, and the pages. */
export function ListFooter(props: ListFooterProps) {
  const { list, selected: selection, actions, steps, fits, onStep, onDelete, onOpen } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const { dataset, place, preferences } = list;
  const { keys, all } = selection;
  const paged = list.page.data !== undefined && (place === undefined || list.total > leastPaged);
  const sizeChoice = {
    options: [
      ...[...new Set([...sizes, list.size])]
        .toSorted((one, other) => one - other)
        .map(size => ({ value: size, label: t('list.pageOf', { count: size }) })),
      { value: asTheScreen, label: t('list.pageAsScreen') },
    ],
    labelRender: ({ label }: { label?: ReactNode }) => (preferences.fit ? t('list.pageAsScreen') : label),
  };
  const empty = keys.length === 0 && !all && !paged;
  return (
    <footer className={styles.footer} data-embedded={place !== undefined} data-empty={empty}>
      <span className={styles.selection} role="status">
        {(keys.length > 0 || all) && (
          <>
            <span>
              {all
                ? t(all.estimated ? 'list.allSelectedEstimated' : 'list.allSelected', {
                    total: grouped(all.total),
                  })
                : t('list.selected', { count: keys.length })}
            </span>
            {!all && list.total > keys.length && (
              <Button type="link" size="small" onClick={() => void selection.selectAll()}>
                {t(list.estimated ? 'list.selectAllEstimated' : 'list.selectAll', {
                  total: grouped(list.total),
                })}
              </Button>
            )}
            <Button type="link" size="small" onClick={selection.clear}>
              {t('list.clearSelection')}
            </Button>
            {dataset.excel && may(dataset, 'export') && (all || keys.length <= limits.idsMax) && (
              <Button size="small" onClick={() => onOpen('exportSelected')}>
                {t('list.exportSelected')}
              </Button>
            )}
            {may(dataset, 'batchUpdate') && settableFields(dataset).length > 0 && (
              <Button size="small" onClick={() => onOpen('batchSet')}>
                {t('list.setSelected')}
              </Button>
            )}
            {(all || keys.length <= limits.idsMax) &&
              steps.map(step => (
                <Tooltip key={step.name} title={fits(step) ? undefined : t('steps.noneFits')}>
                  <Button
                    size="small"
                    danger={step.danger}
                    disabled={!fits(step)}
                    onClick={() => onStep(step)}
                  >
                    {step.label[language]}
                  </Button>
                </Tooltip>
              ))}
            {permitted(actions).map(action => (
              <BulkButton key={action.key} action={action} selected={selection} />
            ))}
            {may(dataset, all ? 'batchDelete' : 'delete') && (
              <Button size="small" danger onClick={onDelete}>
                {t('list.deleteSelected')}
              </Button>
            )}
          </>
        )}
      </span>
      {paged && (
        <Pagination
          size="small"
          total={list.total}
          current={list.current}
          pageSize={list.size}
          showSizeChanger={!phone && !place && sizeChoice}
          showQuickJumper={!phone && !place && list.total > list.size * 10}
          simple={phone}
          showTotal={total =>
            t(list.estimated ? 'list.totalEstimated' : 'list.total', { total: grouped(total) })
          }
          onChange={(current, chosen) =>
            chosen === asTheScreen ? preferences.change({ fit: true }) : list.goTo(current, chosen)
          }
        />
      )}
    </footer>
  );
}

function BulkButton({ action, selected }: { readonly action: ExtraBulkAction; readonly selected: Selected }) {
  if (selected.all && !action.all) return null;
  const why = action.against?.(selected) ?? [];
  return (
    <Tooltip title={why.length > 0 ? why.join('; ') : undefined}>
      <Button
        size="small"
        danger={action.danger === true}
        disabled={why.length > 0}
        onClick={() => action.act(selected)}
      >
        {action.label}
      </Button>
    </Tooltip>
  );
}
