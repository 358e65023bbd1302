import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './LoginForm.module.css';
import { LoginForm } from './LoginForm.tsx';
import { SecondStep, type Waiting } from './SecondStep.tsx';
import { useSignOnReturn } from './use-sign-on-return.ts';

/** The steps of a login: who one is, by password or by an identity provider, then the second factor where it is on. */
export function LoginSteps() {
  const { t } = useTranslation('login');
  const [waiting, setWaiting] = useState<Waiting>();
  const [reason, setReason] = useState('');
  const returning = useSignOnReturn({ onWaiting: setWaiting, onFailure: setReason });
  if (returning) {
    return (
      <p className={styles.waiting} role="status">
        {t('signingOn')}
      </p>
    );
  }
  if (!waiting) return <LoginForm reason={reason} onWaiting={setWaiting} />;
  return (
    <SecondStep
      waiting={waiting}
      onBack={(why = '') => {
        setReason(why);
        setWaiting(undefined);
      }}
    />
  );
}
