import { Button, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { BackCloses } from '../../engine/boundary/BackCloses.tsx';
import { pageAddress, useGoTo } from '../../engine/link/page-address.ts';
import { usePhone } from '../../engine/use-media.ts';
import { MessageList } from './MessageList.tsx';
import styles from './messages.module.css';
import { ReadAllButton } from './ReadAllButton.tsx';
import { useMessages } from './use-messages.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The latest messages of the person. */
export default function MessageDrawer({ open, onClose }: Props) {
  const { t } = useTranslation('notices');
  const phone = usePhone();
  return (
    <Drawer
      open={open}
      title={t('title')}
      size={phone ? '100%' : 440}
      onClose={onClose}
      destroyOnHidden
      styles={{ body: { padding: 8 } }}
    >
      {open && <BackCloses onBack={onClose} />}
      <Messages onClose={onClose} />
    </Drawer>
  );
}

function Messages({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('notices');
  const goTo = useGoTo();
  const messages = useMessages();
  return (
    <>
      <div className={styles.tools}>
        <ReadAllButton messages={messages} />
        <Button
          type="link"
          size="small"
          onClick={() => {
            onClose();
            goTo(pageAddress('/sys/message'));
          }}
        >
          {t('all')}
        </Button>
      </div>
      <MessageList messages={messages} onOpen={onClose} />
    </>
  );
}
