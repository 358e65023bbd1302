import { limits } from '@yikao/model/limits.ts';
import { Button, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { may } from '../hooks/may.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import styles from './ListFooter.module.css';

interface ListFooterProps {
  readonly list: ListController;
  readonly selected: readonly number[];
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

const sizes = [10, 20, 50, 100, limits.pageSizeMax];

/** Beneath the table: what is selected and what may be done with it, and the pages. */
export function ListFooter({ list, selected, onClear, onDelete }: ListFooterProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  return (
    <footer className={styles.footer}>
      <span className={styles.selection} role="status">
        {selected.length > 0 && (
          <>
            <span>{t('list.selected', { count: selected.length })}</span>
            <Button type="link" size="small" onClick={onClear}>
              {t('list.clearSelection')}
            </Button>
            {may(list.dataset, 'delete') && (
              <Button size="small" danger onClick={onDelete}>
                {t('list.deleteSelected')}
              </Button>
            )}
          </>
        )}
      </span>
      <Pagination
        size="small"
        total={list.total}
        current={list.current}
        pageSize={list.size}
        pageSizeOptions={sizes}
        showSizeChanger={!phone}
        showQuickJumper={!phone && list.total > list.size * 10}
        simple={phone}
        showTotal={total =>
          t(list.estimated ? 'list.totalEstimated' : 'list.total', { total: total.toLocaleString('en-US') })
        }
        onChange={list.goTo}
      />
    </footer>
  );
}
