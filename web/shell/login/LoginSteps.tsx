import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSessionState, type Session, startSession } from '../../engine/session/session.ts';
import styles from './LoginForm.module.css';
import { LoginForm } from './LoginForm.tsx';
import { SecondStep, type Waiting } from './SecondStep.tsx';
import { useSignOnReturn } from './use-sign-on-return.ts';

/** Differences between a login over a page and the login page. */
export interface LoginInPlace {
  /** The account to begin with. */
  readonly userName: string;
  /** True if the session that is over was kept past the closing of the browser. */
  readonly rememberMe: boolean;
  /** Uses the session, which {@link startSession} does on the login page. */
  readonly onSession: (session: Session) => void;
}

/** The steps of a login: identification by password or identity provider, then the second factor if it is on. */
export function LoginSteps({ inPlace }: { readonly inPlace?: LoginInPlace }) {
  const { t } = useTranslation(['login', 'trouble']);
  const [waiting, setWaiting] = useState<Waiting>();
  // Tells people why they are here if their session was over (spec section 8).
  const [reason, setReason] = useState(() =>
    !inPlace && readSessionState().end === 'expired' ? t('trouble:session.expired') : '',
  );
  const begin = inPlace?.onSession ?? startSession;
  const returning = useSignOnReturn({ onWaiting: setWaiting, onFailure: setReason, onLoginPage: !inPlace });
  if (returning) {
    return (
      <p className={styles.waiting} role="status">
        {t('signingOn')}
      </p>
    );
  }
  if (!waiting) {
    return <LoginForm reason={reason} inPlace={inPlace} onSession={begin} onWaiting={setWaiting} />;
  }
  return (
    <SecondStep
      waiting={waiting}
      onSession={begin}
      onBack={(why = '') => {
        setReason(why);
        setWaiting(undefined);
      }}
    />
  );
}
