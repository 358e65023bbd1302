import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { type ComponentProps, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCaptcha } from '../../contexts/system/site/use-captcha.ts';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { pageAddress } from '../../engine/link/page-address.ts';
import type { Session } from '../../engine/session/session.ts';
import { PageLink } from '../../engine/tab/PageLink.tsx';
import { CaptchaImage } from './CaptchaImage.tsx';
import { Field } from './Field.tsx';
import { fetchAfterLogin } from './fetch-after-login.ts';
import { EyeIcon } from './icons.tsx';
import styles from './LoginForm.module.css';
import type { LoginInPlace } from './LoginSteps.tsx';
import type { Waiting } from './SecondStep.tsx';
import { SignOnButtons } from './SignOnButtons.tsx';

const fieldNames = ['userName', 'password', 'patchca'] as const;
type FieldName = (typeof fieldNames)[number];

const requiredTexts = {
  userName: 'accountRequired',
  password: 'passwordRequired',
  patchca: 'captchaRequired',
} as const satisfies Record<FieldName, string>;

/** Account of the last person who chose to be remembered here; never the password (domain Q16). */
const accountKey = 'yikao.account';

interface Props {
  /** The failure from before the form was shown. */
  readonly reason: string;
  /** The form is over the page of the ended session. */
  readonly inPlace: LoginInPlace | undefined;
  /** The login is done. */
  readonly onSession: (session: Session) => void;
  /** The password was right, and a second step is required. */
  readonly onWaiting: (waiting: Waiting) => void;
}

/** The login form (spec section 2). */
export function LoginForm({ reason, inPlace, onSession, onWaiting }: Props) {
  const { t } = useTranslation(['login', 'messages']);
  const [captcha, refreshCaptcha] = useCaptcha();
  const [values, setValues] = useState(() => ({
    userName: inPlace?.userName ?? localStorage.getItem(accountKey) ?? '',
    password: '',
    patchca: '',
  }));
  const [rememberMe, setRememberMe] = useState(inPlace?.rememberMe ?? true);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [failure, setFailure] = useState(reason);
  const [busy, setBusy] = useState(false);
  /** Submitted before it was known whether a captcha is required: submit once it is. */
  const [sentEarly, setSentEarly] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asked = fieldNames.filter(
    name => name !== 'patchca' || captcha.state === 'shown' || captcha.state === 'failed',
  );

  const focus = (name: FieldName | undefined) =>
    name && form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    focus(values.userName ? 'password' : 'userName');
  }, []);

  const field = (name: FieldName) => ({
    name,
    value: values[name],
    problem: missing.includes(name) ? t(requiredTexts[name]) : undefined,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setMissing(missing.filter(other => other !== name));
    },
  });

  const logIn = async () => {
    setBusy(true);
    setFailure('');
    fetchAfterLogin(window.location.search);
    try {
      const answer = await send(loginCalls.login, {
        body: { ...values, uuid: captcha.state === 'off' ? '' : captcha.uuid, rememberMe },
        device: true,
        toast: false,
        anonymous: true,
      });
      if (rememberMe) localStorage.setItem(accountKey, values.userName);
      else localStorage.removeItem(accountKey);
      if ('challenge' in answer) {
        return onWaiting({ challenge: answer.challenge, rememberMe, passwordTyped: true });
      }
      onSession({ ...answer, rememberMe, passwordSeenAt: Date.now() });
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error) ?? t('messages:loginFailed'));
      setValues(before => ({ ...before, patchca: '' }));
      refreshCaptcha();
      focus(captcha.state === 'off' ? 'password' : 'patchca');
    }
  };

  const submit = () => {
    const blank = asked.filter(name => values[name].trim() === '');
    setMissing(blank);
    if (blank.length > 0) focus(blank[0]);
    else if (captcha.state === 'loading') setSentEarly(true);
    else if (!busy) void logIn();
  };
  const submitLate = useEffectEvent(submit);

  useEffect(() => {
    if (!sentEarly || captcha.state === 'loading') return;
    setSentEarly(false);
    // Not the form's own `requestSubmit`: if the captcha arrives with the press itself, the browser is still sending
    // that press, and ignores another.
    submitLate();
  }, [sentEarly, captcha.state]);

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      <Field
        {...field('userName')}
        label={t('account')}
        placeholder={t('accountPlaceholder')}
        autoComplete="username"
      />
      <PasswordField {...field('password')} />
      {captcha.state !== 'off' && (
        <Field
          {...field('patchca')}
          label={t('captcha')}
          placeholder={t('captchaPlaceholder')}
          autoComplete="off"
          maxLength={8}
          beside={<CaptchaImage captcha={captcha} onRefresh={refreshCaptcha} />}
        />
      )}
      <div className={styles.options}>
        <label title={t('rememberHint')}>
          <input
            type="checkbox"
            checked={rememberMe}
            onChange={event => setRememberMe(event.target.checked)}
          />
          {t('remember')}
        </label>
        {!inPlace && <PageLink to={pageAddress('/register')}>{t('register')}</PageLink>}
      </div>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <button
        type="submit"
        className={styles.submit}
        aria-busy={busy || sentEarly}
        disabled={busy || sentEarly}
      >
        {t(busy || sentEarly ? 'submitting' : 'submit')}
      </button>
      <SignOnButtons rememberMe={rememberMe} newTab={inPlace !== undefined} />
    </form>
  );
}

type PasswordFieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'problem' | 'onChange'>;

/** The password: hidden unless it is shown on purpose, with a word while Caps Lock is on. */
function PasswordField(field: PasswordFieldProps) {
  const { t } = useTranslation('login');
  const [capsLock, setCapsLock] = useState(false);
  const [plain, setPlain] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      {...field}
      label={t('password')}
      placeholder={t('passwordPlaceholder')}
      type={plain ? 'text' : 'password'}
      autoComplete="current-password"
      hint={capsLock ? t('capsLock') : undefined}
      onKeyDown={noteCapsLock}
      onKeyUp={noteCapsLock}
      onBlur={() => setCapsLock(false)}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={t(plain ? 'hidePassword' : 'showPassword')}
          title={t(plain ? 'hidePassword' : 'showPassword')}
          onClick={() => setPlain(!plain)}
        >
          <EyeIcon closed={!plain} />
        </button>
      }
    />
  );
}

/**
 * The server's reason for a refusal; undefined if the login succeeded without a token (spec section 8, login failed).
 */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status !== 200 ? error.message : undefined;
}
