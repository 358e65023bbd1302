import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import type { DetailsProps } from './DetailDrawer.tsx';
import styles from './DetailPane.module.css';
import { RowDetails } from './RowDetails.tsx';
import { RowNeighbours, RowTitle } from './RowTitle.tsx';

/** One row in full, next to its list; below it on a phone. */
export function DetailPane({
  dataset,
  opened,
  actions,
  tabs,
  neighbours,
  part,
  onPart,
  onClose,
}: DetailsProps) {
  const { t } = useTranslation(['engine', 'common']);
  return (
    <section className={styles.pane} aria-label={t('detail.title')}>
      {opened === undefined ? (
        <EmptyState size="small" title={t('detail.choose')} />
      ) : (
        <>
          <header className={styles.header}>
            <h2>
              <RowTitle dataset={dataset} rowKey={opened} />
            </h2>
            <RowNeighbours of={neighbours} />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('detail.close')}
              title={t('detail.close')}
              onClick={onClose}
            />
          </header>
          <div className={styles.body}>
            <RowDetails
              dataset={dataset}
              rowKey={opened}
              actions={actions}
              tabs={tabs}
              part={part}
              onPart={onPart}
            />
          </div>
        </>
      )}
    </section>
  );
}
