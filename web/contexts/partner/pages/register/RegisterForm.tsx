import { applyType } from '@yikao/model/contexts/partner/partner.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmsCodeField } from '../../public/SmsCodeField.tsx';
import { LicenseField } from './LicenseField.tsx';
import { Agreement, KindChoice, PlaceField, SecretField, TextField } from './RegisterParts.tsx';
import styles from './register.module.css';
import { type RegisterValues, useRegister } from './use-register.ts';

interface RegisterFormProps {
  readonly initial: RegisterValues;
  /** A refused application is being corrected. */
  readonly mending: boolean;
  readonly onDone: (applyId: number, phone: string) => void;
}

/** The public form of a registration (domain F7, section 5). */
export function RegisterForm({ initial, mending, onDone }: RegisterFormProps) {
  const { t } = useTranslation(['partner', 'login']);
  const form = useRegister(initial);
  const [wrong, setWrong] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  const { values } = form;

  const show = (names: readonly string[]) => {
    setWrong(names.length);
    requestAnimationFrame(() => {
      const first = frame.current?.querySelector('[role="alert"]')?.closest('[data-field]');
      first?.scrollIntoView({ block: 'center' });
      first?.querySelector<HTMLElement>('input, button')?.focus();
    });
  };
  const submit = async () => {
    if (form.busy) return;
    const problems = form.check();
    if (problems.length > 0) return show(problems);
    setWrong(0);
    const done = await form.send();
    if (done) onDone(done.applyId, values.phone);
    else show([]);
  };

  return (
    <form
      ref={frame}
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      {mending && <Alert type="info" showIcon title={t('register.mending')} className={styles.alert ?? ''} />}
      <KindChoice form={form} />

      <h2>{t('register.parts.organisation')}</h2>
      <div className={styles.grid}>
        <TextField form={form} name="partnersName" max={limits.name} required complete="organization" />
        <PlaceField form={form} />
        <TextField
          form={form}
          name="recCode"
          max={16}
          hint={t('register.recCodeHint')}
          title={t('register.recCode')}
        />
        <TextField form={form} name="address" max={limits.address} required complete="street-address" />
        <LicenseField file={form.license} onChange={form.setLicense} />
      </div>

      <h2>{t('register.parts.contact')}</h2>
      <div className={styles.grid}>
        <TextField form={form} name="userName" max={limits.shortName} required complete="name" />
        <TextField
          form={form}
          name="position"
          max={limits.shortName}
          required={values.applyType === applyType.is.partner}
          complete="organization-title"
        />
        <TextField form={form} name="phone" max={13} required type="tel" complete="tel-national" />
        <SmsCodeField
          scene="register"
          mobile={values.phone}
          value={values.smsCode}
          error={form.errorOf('smsCode')}
          onChange={smsCode => form.change({ smsCode })}
          onBadMobile={() => {
            form.check();
            frame.current?.querySelector<HTMLElement>('#phone')?.focus();
          }}
        />
      </div>

      <h2>{t('register.parts.account')}</h2>
      <div className={styles.grid}>
        <SecretField
          form={form}
          name="password"
          title={t('login:password')}
          hint={t('register.passwordHint')}
        />
        <SecretField form={form} name="confirm" title={t('register.confirm')} />
      </div>

      <Agreement form={form} />
      <p className={styles.failure} role={form.failure || wrong > 0 ? 'alert' : undefined}>
        {form.failure || (wrong > 0 ? t('register.wrong', { count: wrong }) : '')}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={form.busy}>
        {t('register.submit')}
      </Button>
    </form>
  );
}
