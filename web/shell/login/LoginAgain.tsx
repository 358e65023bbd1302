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
 * The login over a page whose session is over while something on it is not saved: the page stays, out of sight, and
 * goes on with the new session. What one person has not saved is not handed to another.
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
        // The account is known; a dialog begins with its first field otherwise.
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
