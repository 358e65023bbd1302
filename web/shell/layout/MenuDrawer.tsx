import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { BackCloses } from '../../engine/boundary/BackCloses.tsx';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The menu of a phone. */
export default function MenuDrawer({ open, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={256}
      closable={false}
      styles={{ body: { padding: 0 } }}
    >
      {open && <BackCloses onBack={onClose} />}

      {children}
    </Drawer>
  );
}
