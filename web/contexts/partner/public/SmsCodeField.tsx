import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { type SmsScene, smsCodeDigits } from '@yikao/model/contexts/system/sms-code.ts';
import { plainMobile } from '@yikao/model/fields/mobile.ts';
import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { useCaptcha } from '../../system/site/use-captcha.ts';
import { Field } from './Field.tsx';
import styles from './field.module.css';

interface SmsCodeFieldProps {
  /** Purpose of the code. */
  readonly scene: SmsScene;
  readonly mobile: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  /** Called instead of the server for an invalid number. */
  readonly onBadMobile: () => void;
}

const tooSoon = z.object({ seconds: z.number() });

/** Seconds until another code may be requested, counted down. */
function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return [
    left,
    seconds => {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1000);
    },
  ];
}

/** The text code with the captcha it takes to have one sent (domain 0.7, item 8). */
export function SmsCodeField({ scene, mobile, value, onChange, error, onBadMobile }: SmsCodeFieldProps) {
  const { t } = useTranslation('partner');
  const id = useId();
  const [captcha, refresh] = useCaptcha();
  const [patchca, setPatchca] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [left, count] = useCountdown();
  const asksCaptcha = captcha.state !== 'off';

  const ask = async () => {
    if (!/^1[3-9]\d{9}$/.test(plainMobile(mobile))) return onBadMobile();
    if (asksCaptcha && patchca.trim() === '') return setProblem(t('register.captchaFirst'));
    setBusy(true);
    setProblem('');
    try {
      const { resendSeconds } = await send(registrationCalls.smsCode, {
        query: { mobile, scene, uuid: asksCaptcha ? captcha.uuid : '', patchca },
        toast: false,
      });
      count(resendSeconds);
      notice.success(t('register.sent'));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem(failure.message);
      const wait = tooSoon.safeParse(failure.data);
      if (wait.success) count(wait.data.seconds);
    } finally {
      setBusy(false);
      // Each captcha serves once.
      setPatchca('');
      refresh();
    }
  };

  const hint = t(captcha.state === 'failed' ? 'register.captchaFailed' : 'register.captchaRefresh');
  return (
    <>
      {asksCaptcha && (
        <Field id={`${id}-captcha`} label={t('register.captcha')} error={problem || undefined}>
          <div className={styles.beside}>
            <Input
              id={`${id}-captcha`}
              value={patchca}
              maxLength={8}
              autoComplete="off"
              aria-describedby={`${id}-captcha-note`}
              onChange={event => {
                setPatchca(event.target.value);
                setProblem('');
              }}
            />
            <button type="button" className={styles.captcha} title={hint} aria-label={hint} onClick={refresh}>
              {captcha.state === 'shown' ? (
                <img src={captcha.image} alt="" />
              ) : (
                captcha.state === 'failed' && hint
              )}
            </button>
          </div>
        </Field>
      )}
      <Field
        id={`${id}-code`}
        label={t('register.smsCode')}
        required
        error={error ?? (asksCaptcha ? undefined : problem || undefined)}
      >
        <div className={styles.beside}>
          <Input
            id={`${id}-code`}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={smsCodeDigits}
            placeholder={t('register.smsCodeHint')}
            status={error ? 'error' : ''}
            aria-describedby={`${id}-code-note`}
            onChange={event => onChange(event.target.value.replace(/\D/g, ''))}
          />
          <Button className={styles.ask ?? ''} loading={busy} disabled={left > 0} onClick={() => void ask()}>
            {left > 0 ? t('register.again', { seconds: left }) : t('register.getCode')}
          </Button>
        </div>
      </Field>
    </>
  );
}
