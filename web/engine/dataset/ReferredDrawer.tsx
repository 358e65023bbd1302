import { ExportOutlined } from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FieldOverridesProvider } from '../field-overrides.ts';
import { usePhone } from '../use-media.ts';
import styles from './ReferredDrawer.module.css';
import type { RowActionsOf } from './RowActions.tsx';
import { type DetailPart, RowDetails } from './RowDetails.tsx';
import { RowTitle } from './RowTitle.tsx';

interface ReferredDrawerProps {
  readonly dataset: AnyDataset;
  readonly rowKey: number;
  readonly onClose: () => void;
}

/** It is only looked at here; its own page, where it is worked on, is a link away. */
const lookedAt: RowActionsOf = { any: false, editable: () => false, removable: () => false };

/** Fields that the screen beneath shows in its own way are another dataset's. */
const plain = {};

/** A row that another one refers to, over the details of that one. */
export function ReferredDrawer({ dataset, rowKey, onClose }: ReferredDrawerProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  const [part, setPart] = useState<DetailPart>('fields');
  return (
    <Drawer
      open
      mask={false}
      size={phone ? '100%' : 'min(720px, 80vw)'}
      title={<RowTitle dataset={dataset} rowKey={rowKey} />}
      extra={
        dataset.menu && (
          <Link
            className={styles.page ?? ''}
            to={`${dataset.menu.at}?${dataset.key}=${rowKey}&row=${rowKey}`}
          >
            {t('detail.openPage')} <ExportOutlined aria-hidden />
          </Link>
        )
      }
      onClose={onClose}
    >
      <FieldOverridesProvider value={plain}>
        <RowDetails
          dataset={dataset}
          rowKey={rowKey}
          actions={lookedAt}
          tabs={[]}
          part={part}
          onPart={setPart}
        />
      </FieldOverridesProvider>
    </Drawer>
  );
}
