import { Descriptions, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../engine/session/use-session.ts';
import { OwnSessions } from './OwnSessions.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The personal centre: who is logged in, to read only (spec section 2), and where. */
export function ProfileDialog({ open, onClose }: Props) {
  const { t } = useTranslation(['shell', 'common']);
  const session = useSession();
  const rows = [
    ['userName', session.userName],
    ['nickName', session.nickName],
    ['mobile', session.mobile],
    ['email', session.email],
    ['roleNames', session.roleNames],
    ['province', session.provinceName],
    ['inviteCode', session.recCode],
    ['createTime', session.createTime.slice(0, 16)],
  ] as const;
  return (
    <Modal
      title={t('profile.title')}
      open={open}
      onCancel={onClose}
      footer={null}
      width={480}
      destroyOnHidden
    >
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 120 } }}
        items={rows.map(([key, value]) => ({
          key,
          label: t(`profile.${key}`),
          children: value || t('common:empty'),
        }))}
      />
      <OwnSessions />
    </Modal>
  );
}
