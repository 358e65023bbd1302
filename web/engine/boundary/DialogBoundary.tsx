import { Modal } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary.tsx';

interface DialogBoundaryProps {
  /** A dialog whose code comes when it is opened; nothing while none is open. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Keeps a dialog that cannot be drawn from taking its page along: it is closed, or asked for again. */
export function DialogBoundary({ children, onClose }: DialogBoundaryProps) {
  return (
    <Boundary
      frame={crash => (
        <Modal open footer={null} mask={{ closable: false }} onCancel={onClose}>
          {crash}
        </Modal>
      )}
    >
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
