import {
  CopyOutlined,
  GlobalOutlined,
  KeyOutlined,
  LogoutOutlined,
  SkinOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { useLeaveQuestion } from '../../engine/boundary/use-leave-question.ts';
import { copyText } from '../../engine/clipboard.ts';
import { useLanguageChoice } from '../../engine/language.ts';
import { useOnceTrue } from '../../engine/layout/use-once-true.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { hasUnsaved } from '../../engine/tab/unsaved.ts';
import { usePhone } from '../../engine/use-media.ts';
import { laterCode } from '../../loading/later-code.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import { setThemePreferences, useThemePreferences } from '../theme/preferences.ts';
import { logOut } from './log-out.ts';
import type { ProfileTab } from './ProfileDialog.tsx';
import styles from './UserMenu.module.css';
import { useLinkReturn } from './use-link-return.ts';

// Rarely used, so not part of the first load.
const PasswordDialog = laterCode(async () => ({
  default: (await import('./PasswordDialog.tsx')).PasswordDialog,
}));
const ProfileDialog = lazyCode(() => import('./ProfileDialog.tsx'));

/** The person's menu in the top bar (spec section 2). On a phone it also contains items that do not fit in the bar. */
export function UserMenu() {
  const { t } = useTranslation(['shell', 'trouble']);
  const askToLeave = useLeaveQuestion();
  const { nickName, userName, recCode } = useSession();
  const phone = usePhone();
  const { language, choose, prepare } = useLanguageChoice();
  const { dark } = useThemePreferences();
  const [dialog, setDialog] = useState<ProfileTab | 'password'>();
  const passwordWanted = useOnceTrue(dialog === 'password');
  useLinkReturn(() => setDialog('security'));
  const name = nickName || userName;

  const forPhone: NonNullable<MenuProps['items']> = [
    ...(recCode
      ? [{ key: 'inviteCode', icon: <CopyOutlined aria-hidden />, label: `${t('inviteCode')} ${recCode}` }]
      : []),
    { key: 'mode', icon: <SkinOutlined aria-hidden />, label: t(dark ? 'theme.light' : 'theme.dark') },
    { key: 'language', icon: <GlobalOutlined aria-hidden />, label: language === 'zh' ? 'English' : '中文' },
    { type: 'divider' as const },
  ];
  const menu: MenuProps = {
    items: [
      { key: 'profile', icon: <UserOutlined aria-hidden />, label: t('user.profile') },
      { key: 'password', icon: <KeyOutlined aria-hidden />, label: t('user.password') },
      { type: 'divider' },
      ...(phone ? forPhone : []),
      { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t('user.logout') },
    ],
    onClick: ({ key }) => {
      if (key === 'profile' || key === 'password') setDialog(key);
      if (key === 'logout') {
        if (hasUnsaved()) askToLeave(t('trouble:leave.logout'), () => void logOut());
        else void logOut();
      }
      if (key === 'inviteCode' && recCode) void copyText(recCode);
      if (key === 'mode') setThemePreferences({ mode: dark ? 'light' : 'dark' });
      if (key === 'language') choose();
    },
  };

  return (
    <>
      <Dropdown
        menu={menu}
        trigger={['click']}
        placement="bottomRight"
        onOpenChange={open => open && phone && prepare()}
      >
        <Button type="text" className={styles.button ?? ''} aria-label={`${t('user.menu')} ${name}`}>
          <span className={styles.avatar} data-initial={[...name][0]} />
          <span className={styles.name}>{name}</span>
        </Button>
      </Dropdown>
      {dialog && dialog !== 'password' && (
        <DialogBoundary onClose={() => setDialog(undefined)}>
          <ProfileDialog tab={dialog} onClose={() => setDialog(undefined)} />
        </DialogBoundary>
      )}
      {passwordWanted && (
        <DialogBoundary onClose={() => setDialog(undefined)}>
          <PasswordDialog open={dialog === 'password'} onClose={() => setDialog(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}
