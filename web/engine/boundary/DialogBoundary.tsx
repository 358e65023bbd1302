import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { LoadingBar } from '../../loading/LoadingBar.tsx';
import styles from './Boundary.module.css';
import { Boundary } from './Boundary.tsx';

interface DialogBoundaryProps {
  /** A dialog whose code is loaded when it opens; nothing while it is closed. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Keeps a failing dialog from affecting its page: it can be closed or loaded again. */
export function DialogBoundary({ children, onClose }: DialogBoundaryProps) {
  const [opened, setOpened] = useState(0);
  const close = () => {
    setOpened(opened + 1); // the next one starts without this one's failure
    onClose();
  };
  return (
    <Boundary key={opened} frame={crash => <PlainDialog onClose={close}>{crash}</PlainDialog>}>
      <CodeSuspense fallback={<LoadingBar />}>{children}</CodeSuspense>
    </Boundary>
  );
}

/** The browser's own dialog, because the code of ours may be exactly what failed to load. */
function PlainDialog({ children, onClose }: DialogBoundaryProps) {
  const { t } = useTranslation(['trouble', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close(); // restores the focus
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('crash.part')}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <button type="button" className={styles.close} aria-label={t('common:close')} onClick={onClose}>
        ✕
      </button>
      {children}
    </dialog>
  );
}
