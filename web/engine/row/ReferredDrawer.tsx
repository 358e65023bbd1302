import { ExportOutlined } from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BackCloses } from '../boundary/BackCloses.tsx';
import { FieldOverridesProvider } from '../field-overrides.ts';
import { listAddress } from '../link/page-address.ts';
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

/** Read-only here; a link leads to its own page, where it can be changed. */
const lookedAt: RowActionsOf = { any: false, own: () => true, editable: () => false, removable: () => false };

/** The screen's custom renderings belong to another dataset. */
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
            to={listAddress(dataset, { [dataset.key]: rowKey, row: rowKey })}
          >
            {t('detail.openPage')} <ExportOutlined aria-hidden />
          </Link>
        )
      }
      onClose={onClose}
    >
      <BackCloses onBack={onClose} />
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
