import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { RevealedCode } from '../parts/RevealedCode.tsx';
import type { Code } from './CodeCell.tsx';

/** Shows a whole code until it is closed, or hidden by itself. */
export function RevealDialog({ code, onClose }: { readonly code: Code; readonly onClose: () => void }) {
  const { t } = useTranslation('codes');
  return (
    <Dialog
      title={`${t('code.reveal')} · ${code.serialNo}`}
      width={440}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('code.close')}</Button>}
    >
      <RevealedCode codeId={code.codeId} />
    </Dialog>
  );
}
