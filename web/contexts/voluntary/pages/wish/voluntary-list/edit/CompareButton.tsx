import { DiffOutlined } from '@ant-design/icons';
import type { ListChoice } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../../../../engine/boundary/lazy-dialog.tsx';
import type { FieldRecord } from '../../../../../../fields/field-view.ts';

const CompareDialog = lazyDialog(() => import('./CompareDialog.tsx'), 'CompareDialog');

interface Props {
  /** The list on the screen. */
  readonly row: FieldRecord;
  readonly items: readonly ListChoice[];
  readonly majors: number;
}

/** Opens the comparison of the list with another one of its candidate. */
export function CompareButton({ row, items, majors }: Props) {
  const { t } = useTranslation('voluntary');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<DiffOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('compare.open')}
      </Button>
      {open && (
        <CompareDialog
          listId={Number(row.listId)}
          listNo={String(row.listNo ?? '')}
          userId={Number(row.userId)}
          items={items}
          majors={majors}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
