import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { LoadingBar } from '../../loading/LoadingBar.tsx';
import styles from './Boundary.module.css';
import { Boundary } from './Boundary.tsx';

interface DialogBoundaryProps {
  /** A dialog whose code comes when it is opened; nothing while none is open. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Keeps a dialog that cannot be drawn from taking its page along: it is closed, or asked for again. */
export function DialogBoundary({ children, onClose }: DialogBoundaryProps) {
  const [opened, setOpened] = useState(0);
  const close = () => {
    setOpened(opened + 1); // the next one begins without the failure of this one
    onClose();
  };
  return (
    <Boundary key={opened} frame={crash => <PlainDialog onClose={close}>{crash}</PlainDialog>}>
      <CodeSuspense fallback={<LoadingBar />}>{children}</CodeSuspense>
    </Boundary>
  );
}

/** The browser's own dialog: the code of any other may be just what could not be fetched. */
function PlainDialog({ children, onClose }: DialogBoundaryProps) {
  const { t } = useTranslation(['trouble', 'common']);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close(); // gives the focus back
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
