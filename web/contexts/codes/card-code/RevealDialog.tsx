import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { RevealedCode } from '../parts/RevealedCode.tsx';
import type { Code } from './CodeCell.tsx';

/** Shows a whole code until it is closed, or hidden by itself. */
export function RevealDialog({ code, onClose }: { readonly code: Code; readonly onClose: () => void }) {
  const { t } = useTranslation('codes');
  return (
    <Modal
      open
      title={`${t('code.reveal')} · ${code.serialNo}`}
      width={440}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('code.close')}</Button>}
    >
      <BackCloses onBack={onClose} />
      <RevealedCode codeId={code.codeId} />
    </Modal>
  );
}
