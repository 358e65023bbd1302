import { Alert, Button, Modal, type ModalProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../boundary/BackCloses.tsx';
import styles from './Dialog.module.css';

interface DialogProps extends Omit<ModalProps, 'open' | 'confirmLoading' | 'onOk' | 'onCancel'> {
  /**
   * Does what the dialog asks for. A dialog without it only shows something: a click beside it closes it, as does the
   * button with `okText`, by default "Close".
   */
  readonly onOk?: () => unknown;
  readonly busy?: boolean;
  /** The reason why it was not done, at the end. */
  readonly problem?: string | undefined;
  /** In the middle, as high as the window allows; longer content is scrolled. */
  readonly tall?: boolean;
  /** Its body scrolls below its title; it fills a phone. */
  readonly long?: boolean;
  readonly onClose: () => void;
}

/** An open dialog of our own, which the browser's Back closes, too. The first button is the one that does something. */
export function Dialog({
  onOk,
  busy,
  problem,
  tall,
  long,
  className = '',
  onClose,
  children,
  ...modal
}: DialogProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      mask={{ closable: onOk === undefined }}
      {...(onOk && { confirmLoading: busy ?? false, onOk: () => void onOk() })}
      {...(!onOk && {
        footer: (
          <Button type="primary" onClick={onClose}>
            {modal.okText ?? t('close')}
          </Button>
        ),
      })}
      {...(tall && {
        centered: true,
        styles: { body: { maxHeight: 'calc(100dvh - 180px)', overflow: 'auto' } },
      })}
      className={long ? `${styles.long} ${className}` : className}
      {...modal}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />
      {children}
      {problem && <Alert style={{ marginBlockStart: 12 }} type="error" showIcon title={problem} />}
    </Modal>
  );
}
