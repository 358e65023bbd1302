import { Modal } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
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
    <Boundary
      key={opened}
      frame={crash => (
        <Modal open footer={null} mask={{ closable: false }} onCancel={close}>
          {crash}
        </Modal>
      )}
    >
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
