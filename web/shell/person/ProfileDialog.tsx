import { Descriptions, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { NoticeChoices } from '../../contexts/notice/NoticeChoices.tsx';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { useSession } from '../../engine/session/use-session.ts';
import { ApiTokens } from './ApiTokens.tsx';
import { IdentitiesSection } from './IdentitiesSection.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';

/** Parts of the personal centre. */
export type ProfileTab = 'profile' | 'security' | 'notices' | 'tokens';

interface Props {
  /** The part that is shown first. */
  readonly tab: ProfileTab;
  readonly onClose: () => void;
}

/** The personal centre: the person's details, read-only (spec section 2), their logins, and API tokens. */
export default function ProfileDialog({ tab, onClose }: Props) {
  const { t } = useTranslation(['shell', 'security', 'notices']);
  return (
    <Dialog title={t('profile.title')} onClose={onClose} footer={null} width={600}>
      <Tabs
        defaultActiveKey={tab}
        items={[
          { key: 'profile', label: t('security:tabs.profile'), children: <Profile /> },
          {
            key: 'security',
            label: t('security:tabs.security'),
            children: (
              <>
                <SecondFactorSection />
                <IdentitiesSection />
                <OwnSessions />
              </>
            ),
          },
          { key: 'notices', label: t('notices:choices.tab'), children: <NoticeChoices /> },
          { key: 'tokens', label: t('security:tabs.tokens'), children: <ApiTokens /> },
        ]}
      />
    </Dialog>
  );
}

function Profile() {
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
  );
}
