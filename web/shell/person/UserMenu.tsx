import {
  CopyOutlined,
  GlobalOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { useLeaveQuestion } from '../../engine/boundary/use-leave-question.ts';
import { copyText } from '../../engine/clipboard.ts';
import { useLanguageChoice } from '../../engine/language.ts';
import { useOnceTrue } from '../../engine/layout/use-once-true.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { hasUnsaved } from '../../engine/tab/unsaved.ts';
import { usePhone } from '../../engine/use-media.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { laterCode } from '../../loading/later-code.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import { useModeEntry } from '../theme/use-mode-entry.tsx';
import { logOut } from './log-out.ts';
import type { ProfileTab } from './ProfileDialog.tsx';
import styles from './UserMenu.module.css';
import { useLinkReturn } from './use-link-return.ts';

// Rarely used, so not part of the first load.
const PasswordDialog = laterCode(() => import('./PasswordDialog.tsx'), 'PasswordDialog');
const ProfileDialog = lazyCode(() => import('./ProfileDialog.tsx'));
const Handbook = lazyCode(() => import('../handbook/Handbook.tsx'));

/**
 * The person's menu in the top bar (spec section 2): the account, the handbook, and how the product looks and speaks. On
 * a phone it also has the invite code, which does not fit in the bar.
 */
export function UserMenu() {
  const { t } = useTranslation(['shell', 'trouble']);
  const askToLeave = useLeaveQuestion();
  const { nickName, userName, recCode } = useSession();
  const phone = usePhone();
  const { language, choose, prepare } = useLanguageChoice();
  const modes = useModeEntry();
  const { pathname } = useLocation();
  const [book, setBook] = useState(false);
  // Loaded on first use, and kept from then on, so that closing is animated too.
  const bookWanted = useOnceTrue(book);
  const [dialog, setDialog] = useState<ProfileTab | 'password'>();
  const passwordWanted = useOnceTrue(dialog === 'password');
  useLinkReturn(() => setDialog('security'));
  const name = nickName || userName;

  const menu: MenuProps = {
    items: [
      { key: 'profile', icon: <UserOutlined aria-hidden />, label: t('user.profile') },
      { key: 'password', icon: <KeyOutlined aria-hidden />, label: t('user.password') },
      { type: 'divider' },
      { key: 'handbook', icon: <QuestionCircleOutlined aria-hidden />, label: t('handbook.open') },
      modes.entry,
      {
        key: 'language',
        icon: <GlobalOutlined aria-hidden />,
        label: language === 'zh' ? 'English' : '中文',
      },
      ...(phone && recCode
        ? [{ key: 'inviteCode', icon: <CopyOutlined aria-hidden />, label: `${t('inviteCode')} ${recCode}` }]
        : []),
      { type: 'divider' },
      { key: 'logout', icon: <LogoutOutlined aria-hidden />, label: t('user.logout') },
    ],
    selectable: true,
    selectedKeys: [modes.selected],
    onClick: ({ key }) => {
      if (key === 'profile' || key === 'password') setDialog(key);
      if (key === 'logout') {
        if (hasUnsaved()) askToLeave(t('trouble:leave.logout'), () => void logOut());
        else void logOut();
      }
      if (key === 'inviteCode' && recCode) void copyText(recCode);
      if (key === 'handbook') setBook(true);
      if (key === 'language') choose();
      modes.choose(key);
    },
  };

  return (
    <>
      <Dropdown
        menu={menu}
        trigger={['click']}
        placement="bottomRight"
        onOpenChange={open => open && prepare()}
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
      {bookWanted && (
        <Boundary frame={null}>
          <CodeSuspense>
            <Handbook path={pathname} open={book} onClose={() => setBook(false)} />
          </CodeSuspense>
        </Boundary>
      )}
      {passwordWanted && (
        <DialogBoundary onClose={() => setDialog(undefined)}>
          <PasswordDialog open={dialog === 'password'} onClose={() => setDialog(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}
