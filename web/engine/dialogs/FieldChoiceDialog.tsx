import { FileExcelOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { exportHeader, type HeaderType } from '@yikao/model/kernel/export-headers.ts';
import { alwaysGiven } from '@yikao/model/kernel/validate/validate.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { HeaderTypeChoice } from '../import/HeaderTypeChoice.tsx';
import { headerColumns } from '../import/header-columns.ts';
import { downloadTemplate } from '../import/template.ts';
import styles from './dialogs.module.css';
import { OrderedChoice } from './OrderedChoice.tsx';
import {
  chosenNames,
  type FieldChoice,
  type FieldPurpose,
  offeredFields,
  useFieldChoice,
} from './use-field-choice.ts';

interface FieldChoiceDialogProps {
  readonly dataset: AnyDataset;
  /** Selects the fields of exports, or those of the import template. */
  readonly purpose: FieldPurpose;
  /** The kind of header the list shows, whose fields are initially chosen; 0 for none. */
  readonly header: number;
  readonly onClose: () => void;
}

/**
 * Chooses the fields of exports, or of the template (spec section 2): select all, deselect all, cancel, confirm,
 * generate import template. The choice is stored.
 */
export function FieldChoiceDialog({ dataset, purpose, header, onClose }: FieldChoiceDialogProps) {
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const [kept, store] = useFieldChoice(dataset, purpose);
  const [type, setType] = useState(() => exportHeader(dataset, header)?.type);
  const fieldsOf = (one: HeaderType | undefined) =>
    one ? headerColumns(dataset, one, offeredFields(dataset, purpose)) : kept;
  const [draft, setDraft] = useState<readonly FieldChoice[]>(() => fieldsOf(type));
  const chosen = chosenNames(draft);

  const generate = () => {
    const importable = offeredFields(dataset, 'template');
    const names = chosen.filter(name => importable.includes(name));
    if (names.length === 0) return notice.warning(t('fieldsOf.atLeastOne'));
    void downloadTemplate(dataset, names, language);
  };
  const confirm = () => {
    if (chosen.length === 0) return notice.warning(t('fieldsOf.atLeastOne'));
    store(draft);
    onClose();
  };
  const all = (value: boolean) => setDraft(draft.map(({ name }) => ({ name, chosen: value })));

  return (
    <Modal
      open
      title={t(`fieldsOf.${purpose}`)}
      width={640}
      onCancel={onClose}
      footer={[
        <Button
          key="template"
          style={{ float: 'left' }}
          icon={<FileExcelOutlined aria-hidden />}
          onClick={generate}
        >
          {t('template.generate')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button key="ok" type="primary" onClick={confirm}>
          {t('common:confirm')}
        </Button>,
      ]}
    >
      <HeaderTypeChoice
        dataset={dataset}
        value={type}
        onChange={next => {
          setType(next);
          setDraft(fieldsOf(next));
        }}
      />
      <div className={styles.choiceBar}>
        <Button size="small" onClick={() => all(true)}>
          {t('fieldsOf.all')}
        </Button>
        <Button size="small" onClick={() => all(false)}>
          {t('fieldsOf.none')}
        </Button>
        <span className={styles.hint}>
          {t('fieldsOf.count', { count: chosen.length, total: draft.length })}
        </span>
      </div>
      <OrderedChoice
        items={draft.map(({ name, chosen: on }) => {
          const field = fieldOf(dataset, name);
          return {
            name,
            label: field?.label[language] ?? name,
            chosen: on,
            ...(field && alwaysGiven(field) && { note: t('fieldsOf.required') }),
          };
        })}
        onChange={items => setDraft(items.map(({ name, chosen: on }) => ({ name, chosen: on })))}
      />
    </Modal>
  );
}
