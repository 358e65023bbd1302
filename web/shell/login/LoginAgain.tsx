import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSession, type Session, startSession } from '../../engine/session/session.ts';
import { useSessionState } from '../../engine/session/use-session.ts';
import { giveBack } from '../person/log-out.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import styles from './LoginAgain.module.css';
import { LoginSteps } from './LoginSteps.tsx';

/** Above every other dialog and drawer, and below the toasts. */
const zIndex = 1900;

/**
 * The login over a page with unsaved work whose session is over: the page stays hidden, and continues with the new
 * session. One person's unsaved work is not passed to another.
 */
export default function LoginAgain() {
  const { t } = useTranslation('trouble');
  const { session, renewing } = useSessionState();
  const [stranger, setStranger] = useState<Session>();
  const content = useRef<HTMLDivElement>(null);
  if (!session || !renewing) return null;
  const nameOf = ({ nickName, userName }: Session) => nickName || userName;

  const take = (next: Session) => {
    if (next.userId === session.userId) startSession(next);
    else setStranger(next);
  };
  const goBack = () => {
    if (stranger) void giveBack(stranger);
    setStranger(undefined);
  };
  const names = stranger && { name: nameOf(session), other: nameOf(stranger) };
  return (
    <ThemeProvider>
      <Modal
        open
        width={400}
        zIndex={zIndex}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        classNames={{ mask: styles.mask ?? '' }}
        title={names ? t('session.stranger') : t(renewing === 'logout' ? 'session.left' : 'session.expired')}
        footer={null}
        // Focus the password, since the account is known; by default a dialog focuses its first field.
        afterOpenChange={() => content.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()}
      >
        {stranger && names ? (
          <div className={styles.choice}>
            <p>{t('session.strangerText', names)}</p>
            <Button type="primary" block autoFocus onClick={goBack}>
              {t('session.back', names)}
            </Button>
            <Button danger block onClick={() => startSession(stranger)}>
              {t('session.goOn', names)}
            </Button>
          </div>
        ) : (
          <div ref={content}>
            <p className={styles.text}>{t('session.text')}</p>
            <LoginSteps
              inPlace={{ userName: session.userName, rememberMe: session.rememberMe, onSession: take }}
            />
            <Button
              type="link"
              danger
              block
              className={styles.leave ?? ''}
              onClick={() => endSession('expired')}
            >
              {t('session.leave')}
            </Button>
          </div>
        )}
      </Modal>
    </ThemeProvider>
  );
}
