import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { type Choice, OrderedChoice } from '../dialogs/OrderedChoice.tsx';
import { arrangedColumns, type ColumnChoice, declaredColumns } from './list-columns.ts';

interface ColumnChooserProps {
  readonly dataset: AnyDataset;
  readonly columns: readonly ColumnChoice[];
  readonly onChange: (columns: ColumnChoice[]) => void;
  readonly onClose: () => void;
}

/** The columns of a list, their order, and those pinned to the left (spec section 2). */
export function ColumnChooser({ dataset, columns, onChange, onClose }: ColumnChooserProps) {
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const [draft, setDraft] = useState(columns);
  const items = draft.map(({ name, shown, pinned }) => ({
    name,
    label: fieldOf(dataset, name)?.label[language] ?? name,
    chosen: shown,
    pinned,
  }));
  const none = draft.every(column => !column.shown);
  const take = (next: readonly Choice[]) =>
    setDraft(
      arrangedColumns(
        dataset,
        next.map(({ name, chosen, pinned }) => ({ name, shown: chosen, pinned: pinned === true })),
      ),
    );
  return (
    <Modal
      open
      title={t('columns.title')}
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="reset" style={{ float: 'left' }} onClick={() => setDraft(declaredColumns(dataset))}>
          {t('columns.reset')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={none}
          title={none ? t('columns.none') : ''}
          onClick={() => {
            onChange([...draft]);
            onClose();
          }}
        >
          {t('common:confirm')}
        </Button>,
      ]}
    >
      <OrderedChoice items={items} onChange={take} pinnable />
    </Modal>
  );
}
