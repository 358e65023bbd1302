import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './ListShortcuts.module.css';

const keys = [
  ['↑ ↓', 'rows'],
  ['→ ←', 'cells'],
  ['Enter', 'open'],
  ['F2', 'cell'],
  ['Ctrl Z', 'undo'],
  ['E', 'edit'],
  ['N', 'add'],
  ['/', 'filter'],
  ['Alt ↑ ↓', 'neighbours'],
  ['Ctrl K', 'search'],
  ['Ctrl S', 'save'],
  ['?', 'help'],
] as const;

/** Explains the shortcuts of a list. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('engine');
  return (
    <Modal open title={t('keys.title')} footer={null} width={420} onCancel={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.of.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
