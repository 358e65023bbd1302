import { ApartmentOutlined } from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button, Tooltip } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyCode } from '../../loading/lazy-code.ts';
import styles from '../parts/fields.module.css';
import type { OptionQuery } from '../services.ts';

const TreeDialog = lazyCode(() => import('./TreeDialog.tsx'), 'TreeDialog');

interface TreeChoiceProps {
  readonly dataset: AnyDataset;
  /** The name of the field that the rows are chosen for. */
  readonly label: string;
  readonly values: readonly number[];
  readonly multiple: boolean;
  readonly where: OptionQuery['where'];
  readonly disabled: boolean;
  readonly onChoose: (values: number[]) => void;
  /** The picker by typing. */
  readonly children: ReactNode;
}

/** Adds a tree button next to a picker; its code is loaded on first use. */
export function TreeChoice({ children, disabled, ...choice }: TreeChoiceProps) {
  const { t } = useTranslation('engine');
  const [open, setOpen] = useState(false);
  const title = t('fields.treeTitle', { label: choice.label });
  return (
    <div className={styles.withTree}>
      {children}
      <Tooltip title={title}>
        <Button
          type="text"
          icon={<ApartmentOutlined aria-hidden />}
          aria-label={title}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {open && (
        <Suspense>
          <TreeDialog {...choice} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
