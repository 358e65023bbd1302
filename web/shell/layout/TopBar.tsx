import {
  CopyOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { copyText } from '../../engine/clipboard.ts';
import { useSession } from '../../engine/session/use-session.ts';
import { usePhone } from '../../engine/use-media.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { UserMenu } from '../person/UserMenu.tsx';
import { ThemeColourButton } from '../theme/ThemeColourButton.tsx';
import styles from './TopBar.module.css';

interface Props {
  readonly collapsed: boolean;
  readonly onToggleMenu: () => void;
  readonly onSearch: () => void;
}

const JobCentreButton = lazyCode(() => import('../../engine/jobs/JobCentre.tsx'), 'JobCentreButton');

const DueButton = lazyCode(() => import('../../contexts/crm/lead/DueButton.tsx'), 'DueButton');

const BellButton = lazyCode(() => import('../../contexts/notice/BellButton.tsx'), 'BellButton');

/** The bar along the top (spec section 2). */
export function TopBar({ collapsed, onToggleMenu, onSearch }: Props) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  const toggle = t(phone ? 'menu.open' : collapsed ? 'menu.expand' : 'menu.collapse');
  const toggleIcon = phone ? <MenuOutlined /> : collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />;
  return (
    <header className={styles.bar}>
      <Button
        type="text"
        icon={toggleIcon}
        aria-label={toggle}
        aria-expanded={phone ? undefined : !collapsed}
        title={toggle}
        onClick={onToggleMenu}
      />
      <button
        type="button"
        className={styles.search}
        onClick={onSearch}
        aria-label={`${t('search.open')} Ctrl K`}
      >
        <SearchOutlined aria-hidden />
        <span>{t('search.open')}</span> <kbd>Ctrl K</kbd>
      </button>
      <div className={styles.right}>
        {!phone && <InviteCode />}
        <Boundary frame={null}>
          <CodeSuspense>
            <DueButton />
          </CodeSuspense>
        </Boundary>
        <Boundary frame={null}>
          <CodeSuspense>
            <JobCentreButton />
          </CodeSuspense>
        </Boundary>
        <Boundary frame={null}>
          <CodeSuspense>
            <BellButton />
          </CodeSuspense>
        </Boundary>
        {!phone && <ThemeColourButton />}
        <UserMenu />
      </div>
    </header>
  );
}

/** The person's invite code; hidden for people without one (spec section 2). */
function InviteCode() {
  const { t } = useTranslation('shell');
  const { recCode } = useSession();
  if (!recCode) return null;
  return (
    <span className={styles.invite}>
      <span>{t('inviteCode')}</span>
      <b>{recCode}</b>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('copyInviteCode')}
        title={t('copyInviteCode')}
        onClick={() => void copyText(recCode)}
      />
    </span>
  );
}
