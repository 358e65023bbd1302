import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import type { Session } from '../../engine/session/session.ts';
import { Field } from './Field.tsx';
import styles from './LoginForm.module.css';

/** A login that has passed the first step. */
export interface Waiting {
  readonly challenge: string;
  readonly rememberMe: boolean;
  /** The first step was the password, typed just now. */
  readonly passwordTyped: boolean;
}

interface Props {
  readonly waiting: Waiting;
  /** The login is done. */
  readonly onSession: (session: Session) => void;
  /** Returns to the first step, with a reason if there is one. */
  readonly onBack: (reason?: string) => void;
}

/** Failures after which the first step has to be taken again. */
const overWith = new Set([
  'challengeExpired',
  'accountLocked',
  'accountDisabled',
  'organisationDisabled',
  'tooManyRequests',
]);

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStep({ waiting, onSession, onBack }: Props) {
  const { t } = useTranslation(['login', 'messages']);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the kind of code changes, and at first
  useEffect(focus, [recovery]);

  const check = async (typed: string) => {
    setBusy(true);
    setFailure('');
    try {
      const answer = await send(loginCalls.secondStep, {
        body: { challenge: waiting.challenge, code: typed },
        device: true,
        toast: false,
        anonymous: true,
      });
      onSession({
        ...answer,
        rememberMe: waiting.rememberMe,
        passwordSeenAt: waiting.passwordTyped ? Date.now() : 0,
      });
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : undefined;
      const message = error instanceof ApiError ? error.message : t('messages:loginFailed');
      if (reason !== undefined && overWith.has(reason)) return onBack(message);
      setBusy(false);
      setCode('');
      setFailure(message);
      focus();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === '');
    if (typed === '') focus();
    else if (!busy) void check(typed);
  };
  const type = (text: string) => {
    setCode(text);
    setMissing(false);
    const digits = text.replace(/\s/g, '');
    // The app's codes have a fixed length, so the last digit submits the form.
    if (!recovery && !busy && new RegExp(`^\\d{${limits.secondFactorDigits}}$`).test(digits))
      void check(digits);
  };

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.step}>{t('second.title')}</h2>
      <p className={styles.explain}>{t(recovery ? 'second.textRecovery' : 'second.text')}</p>
      <Field
        key={recovery ? 'recovery' : 'app'}
        name="code"
        label={t(recovery ? 'second.recovery' : 'second.code')}
        placeholder={t(recovery ? 'second.recoveryPlaceholder' : 'second.codePlaceholder')}
        value={code}
        problem={missing ? t('second.required') : undefined}
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={recovery ? 16 : 8}
        readOnly={busy}
        onChange={event => type(event.target.value)}
      />
      <div className={styles.options}>
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setFailure('');
          }}
        >
          {t(recovery ? 'second.useApp' : 'second.useRecovery')}
        </button>
      </div>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <button type="submit" className={styles.submit} aria-busy={busy} disabled={busy}>
        {t('second.submit')}
      </button>
      <p className={styles.after}>
        <button type="button" className={styles.link} onClick={() => onBack()}>
          {t('second.back')}
        </button>
      </p>
    </form>
  );
}
