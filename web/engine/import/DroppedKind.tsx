import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { mayUseKinds } from '../access/may.ts';
import styles from '../dialogs/dialogs.module.css';

/** A kind of import that a dropped file may be meant for; undefined is the ordinary one. */
export type DroppedKindChoice = { readonly type: number | undefined; readonly label: string };

/** The kinds a dropped file may have: only pictures come as a zip. */
export function useDroppedKinds(dataset: AnyDataset, file: File | undefined): DroppedKindChoice[] {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  if (!file) return [];
  const zipped = file.name.toLowerCase().endsWith('.zip');
  return [
    { type: undefined, label: t('import.ordinary') },
    ...mayUseKinds(dataset)
      .filter(({ pictures }) => zipped || pictures === undefined)
      .map(({ type, label }) => ({ type, label: label[language] })),
  ];
}

interface DroppedKindProps {
  readonly dataset: AnyDataset;
  readonly file: File;
  readonly kinds: readonly DroppedKindChoice[];
  readonly onChoose: (type: number | undefined) => void;
  readonly onClose: () => void;
}

/** Asks for the kind of a file dropped on a list with several kinds of import, since the file does not identify it. */
export function DroppedKind({ dataset, file, kinds, onChoose, onClose }: DroppedKindProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  return (
    <Modal
      open
      title={t('import.title.import', { what: dataset.label[language] })}
      width={440}
      footer={null}
      onCancel={onClose}
    >
      <p className={styles.asked}>{t('import.droppedKind', { name: file.name })}</p>
      <div className={styles.kinds}>
        {kinds.map(({ type, label }, index) => (
          <Button key={type ?? 0} block autoFocus={index === 0} onClick={() => onChoose(type)}>
            {label}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
