import { BellOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { useOnceTrue } from '../../engine/layout/use-once-true.ts';
import { laterCode } from '../../loading/later-code.ts';
import { useUnread } from './use-messages.ts';

const MessageDrawer = laterCode(() => import('./MessageDrawer.tsx'));

/** The bell in the top bar, with the number of unread messages. */
export function BellButton() {
  const { t } = useTranslation('notices');
  const [open, setOpen] = useState(false);
  const wanted = useOnceTrue(open);
  const count = useUnread() ?? 0;
  const label = count > 0 ? t('bellUnread', { count }) : t('bell');
  const close = () => setOpen(false);
  return (
    <>
      <Badge count={count} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined aria-hidden />}
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        />
      </Badge>
      {wanted && (
        <DialogBoundary onClose={close}>
          <MessageDrawer open={open} onClose={close} />
        </DialogBoundary>
      )}
    </>
  );
}
